// SPDX-License-Identifier: Apache-2.0
// What a sample's value means in time: which column is drawn, how long a tick is, how many ticks one of a value lasts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "core/time/timeline.h"
#include "profconv/context.h"
#include "profconv/profile.h"

namespace profconv {

/// The reading of one column of values as time.
class Weights {
 public:
  /// Chooses the column, and whether start times can be followed. Throws UsageError.
  Weights(const Profile& profile, Context& context);

  [[nodiscard]] bool timed() const { return timed_; }
  [[nodiscard]] const Tick& tick() const { return tick_; }
  /// Of the sampling timer, in ticks; 0 where samples do not come from one.
  [[nodiscard]] std::int64_t period() const { return period_; }
  /// Of the clock of spans that were read as spans: their times are multiples of it, but for what was changed since.
  [[nodiscard]] std::int64_t resolution() const { return resolution_; }
  /// Samples are counted at known times, but not how much time one stands for.
  [[nodiscard]] bool needs_period() const { return needs_period_; }
  void set_period(std::int64_t period_ns);

  [[nodiscard]] std::int64_t value(std::size_t row) const { return values_[row]; }
  /// Ticks that a row lasts. Throws OverflowError.
  [[nodiscard]] std::int64_t ticks(std::size_t row) const;

 private:
  void follow_times(const Profile& profile, const ValueType& type, std::int64_t period_ns, Context& context);
  void lay_end_to_end(const ValueType& type, std::int64_t period_ns, Context& context);
  void refuse_what_is_no_time(const ValueType& type) const;
  void scale_by(std::int64_t ticks_per_unit);

  std::span<const std::int64_t> values_;
  int scale_ = 0;
  bool timed_ = false;
  bool needs_period_ = false;
  Tick tick_;
  std::int64_t period_ = 0;
  std::int64_t resolution_ = 1;
  std::int64_t multiplier_ = 1;
  std::int64_t divisor_ = 1;
};

/// The rate of a period in words: "997 Hz", "0.5 Hz".
[[nodiscard]] std::string rate_text(std::int64_t period_ns);

}  // namespace profconv
