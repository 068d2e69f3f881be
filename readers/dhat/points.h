// SPDX-License-Identifier: Apache-2.0
// DHAT's program points in a profile: a sample each.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/json/pull_reader.h"
#include "readers/dhat/check.h"
#include "readers/dhat/columns.h"
#include "readers/dhat/frame_table.h"
#include "readers/dhat/point_parser.h"

namespace profconv::dhat {

/// Adds points to a profile. The first one decides which columns there are.
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
  void add(const Points& points);
  void add(const Point& point);
  void note_unknown_keys(const Point& point);
  void begin_profile(Metrics metrics);
  void check_metrics(const Point& point);
  void add_sample(const Point& point);
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
  std::optional<Metrics> first_metrics_;
  std::vector<Column> columns_;
  std::vector<std::int64_t> values_;
  std::uint64_t points_ = 0;
  std::uint64_t histograms_ = 0;
};

}  // namespace profconv::dhat
