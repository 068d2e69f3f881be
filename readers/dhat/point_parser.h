// SPDX-License-Identifier: Apache-2.0
// DHAT's program points as they are written: the counters of one stack each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json/pull_reader.h"
#include "readers/dhat/columns.h"

namespace profconv::dhat {

/// One element of "pps".
struct Point {
  const char* place = nullptr;
  std::array<std::uint64_t, metric_count> values{};
  Metrics metrics;
  std::vector<std::uint32_t> stack;  ///< indices into "ftbl", leaf first
  bool has_stack = false;
  std::optional<JsonValue> histogram;  ///< "acc", which has been skipped
  std::uint64_t unknown_keys = 0;
  std::string unknown_key;              ///< the first
  const char* unknown_place = nullptr;  ///< of its value

  /// Makes it a point of which nothing has been read.
  void clear() {
    metrics = {};
    stack.clear();
    has_stack = false;
    histogram.reset();
    unknown_keys = 0;
  }
};

/// Points that follow each other.
struct Points {
  std::vector<Point> all;
  std::size_t count = 0;  ///< of those in `all` that have been read; the others keep their memory
  bool is_last = false;
  std::exception_ptr error;  ///< of the point behind them: of all[count], as far as it has been read
};

/// Reads "pps". Looks at nothing but the text, so that any thread may do it, one at a time.
class PointParser {
 public:
  /// Of a file with that many frames. The reader is at the value of "pps", and belongs to the parser from then on.
  PointParser(const JsonText& text, JsonPullReader& json, std::size_t frames)
      : text_(text), json_(json), frames_(frames) {
    json_.begin_array();
  }

  /// The next points. Takes others that are no longer needed, for their memory.
  Points next(Points used);

 private:
  void read_point(Point& point);
  void read_stack(Point& point);
  [[noreturn]] void refuse_twice(std::string_view key);

  const JsonText& text_;
  JsonPullReader& json_;
  const std::size_t frames_;
};

}  // namespace profconv::dhat
