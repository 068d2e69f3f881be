// SPDX-License-Identifier: Apache-2.0
// Ticks as the microseconds of a trace, in decimal and without a double in between.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/time/timeline.h"

namespace profconv::chrome {

/// Writes times to the nearest nanosecond; finer where a tick is shorter than that, so that no span loses its length.
class TraceTime {
 public:
  /// Throws WriteError for a tick that 64 bits do not hold.
  explicit TraceTime(const Tick& tick);

  /// "1003.009" for a time of 1,003,009 ns. A view that the next call overwrites. Throws WriteError where a time does
  /// not fit into 64 bits.
  [[nodiscard]] std::string_view text(std::int64_t time);
  /// Whether a time had more digits than a double has, so that viewers round it.
  [[nodiscard]] bool exceeds_doubles() const { return exceeds_doubles_; }

 private:
  /// In the smallest decimal place.
  [[nodiscard]] std::int64_t units(std::int64_t time) const;

  std::int64_t numerator_;  ///< a tick in the smallest decimal place, as a fraction
  std::int64_t denominator_;
  int decimals_ = 3;
  std::int64_t units_per_us_ = 1000;
  bool exceeds_doubles_ = false;
  std::array<char, 48> text_{};
};

}  // namespace profconv::chrome
