// SPDX-License-Identifier: Apache-2.0
// Parts of a recording, as `perf script --time` takes them:
//
//   1.5,2.5          from second 1.5 to second 2.5 of the profile's clock, both included; either may be left out
//   +1.5,+2.5        the same from the first sample on
//   10%-50%          of the time from the first sample to the last; the end is not included, but in 100%
//   10%/2            the second tenth
//   1,2 5,6          several, also 0%-10%,30%-40%
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace profconv {

/// The times that a user asked for.
class TimeWindows {
 public:
  /// Throws UsageError for what it cannot read.
  explicit TimeWindows(std::string_view text);

  /// For each of these start times whether it is in one of the windows.
  [[nodiscard]] std::vector<bool> contain(std::span<const std::int64_t> start_ns) const;

 private:
  /// One end of a window: nanoseconds, or millionths of the whole.
  struct Bound {
    std::int64_t value = 0;
    bool from_first = false;
    bool is_share = false;
  };
  struct Window {
    std::optional<Bound> start;
    std::optional<Bound> stop;
  };

  void add_seconds(std::string_view text);
  void add_shares(std::string_view text);

  std::vector<Window> windows_;
};

}  // namespace profconv
