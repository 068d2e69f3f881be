// SPDX-License-Identifier: Apache-2.0
// DHAT's program points: the counters of one stack each.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/json/pull_reader.h"
#include "readers/dhat/check.h"
#include "readers/dhat/columns.h"
#include "readers/dhat/frame_table.h"

namespace profconv::dhat {

/// One element of "pps".
struct Point {
  std::array<std::uint64_t, metric_count> values{};
  Metrics metrics;
  std::vector<std::uint32_t> stack;  ///< indices into "ftbl", leaf first
  bool has_stack = false;
  bool has_histogram = false;

  /// Makes it a point of which nothing has been read.
  void clear() {
    metrics = {};
    stack.clear();
    has_stack = false;
    has_histogram = false;
  }
};

/// Reads points into a profile. The first point decides which columns there are.
class PointReader {
 public:
  PointReader(JsonText& text, const Header& header, FrameTable& frames, const Options& options, ProfileBuilder& profile,
              Context& context, Check* check)
      : text_(text),
        header_(header),
        frames_(frames),
        options_(options),
        profile_(profile),
        context_(context),
        check_(check) {}

  /// Reads the value of "pps".
  void read(JsonPullReader& json);

 private:
  void read_point(JsonPullReader& json);
  void read_stack(JsonPullReader& json);
  void read_histogram(JsonPullReader& json);
  [[noreturn]] void refuse_twice(const JsonPullReader& json, std::string_view key);
  void begin_profile(Metrics metrics);
  void add(const Point& point, const char* place);
  void check_metrics(const Point& point, const char* place);
  void add_sample(const Point& point, const char* place);
  /// Declares what the points have and no column takes because of the options.
  void declare_unread();
  void report();

  JsonText& text_;
  const Header& header_;
  FrameTable& frames_;
  const Options& options_;
  ProfileBuilder& profile_;
  Context& context_;
  Check* check_;  ///< null where the file is only read
  Point point_;
  std::optional<Metrics> first_metrics_;
  std::vector<Column> columns_;
  std::vector<std::int64_t> values_;
  std::uint64_t points_ = 0;
  std::uint64_t histograms_ = 0;
};

}  // namespace profconv::dhat
