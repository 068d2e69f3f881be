// SPDX-License-Identifier: Apache-2.0
// A trace's ticks as nanoseconds. Where a tick is a whole number of nanoseconds, or the period of a whole rate (which
// is rounded to a nanosecond, as everywhere), times are multiples of it; else each time is rounded for itself, so that
// errors do not add up.
#pragma once

#include <cstdint>
#include <optional>

#include "profconv/context.h"

namespace profconv::spall_in {

/// The times of one trace.
class Clock {
 public:
  explicit Clock(double tick_ns);

  /// The time of a tick; nothing where it is no number or overflows a 64-bit integer.
  [[nodiscard]] std::optional<std::int64_t> at(std::uint64_t ticks);
  [[nodiscard]] std::optional<std::int64_t> at(double ticks);

  /// What all times are multiples of, in nanoseconds; 0 where that is nothing larger than one.
  [[nodiscard]] std::int64_t resolution() const { return has_fractions_ ? 0 : whole_tick_ns_; }
  /// Notes a tick that had to be rounded.
  void report(const Location& where, Context& context) const;

 private:
  [[nodiscard]] std::optional<std::int64_t> rounded(double ticks) const;

  double tick_ns_;
  std::int64_t whole_tick_ns_ = 0;
  bool has_fractions_ = false;
  std::optional<std::uint64_t> origin_;  ///< first time: differences from it are exact for longer than times are
};

}  // namespace profconv::spall_in
