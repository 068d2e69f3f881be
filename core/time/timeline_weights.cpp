// SPDX-License-Identifier: Apache-2.0
// Choosing the column of a time line and its ticks. Counts of samples are drawn as such, a tick each, wherever that is
// exact: their sum is then the profile's to the last digit, whatever the rate.
#include "core/time/timeline_weights.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "core/text/units.h"
#include "profconv/errors.h"

namespace profconv {

namespace {

constexpr std::int64_t ns_per_second = 1'000'000'000;
constexpr std::int64_t assumed_rate_hz = 1000;
constexpr int max_scale = 18;

/// Nanoseconds in a unit of time; 0 for what is none.
std::int64_t nanoseconds_in(std::string_view unit) {
  const Unit* const known = find_unit(unit);
  return known != nullptr && known->kind == UnitKind::time ? known->factor : 0;
}

bool counts_samples(const ValueType& type) { return type.type == "samples" && type.unit == "count"; }

std::int64_t period_of(const Metadata& metadata) {
  std::int64_t period_ns = 0;
  if (metadata.period <= 0) return 0;
  if (__builtin_mul_overflow(metadata.period, nanoseconds_in(metadata.period_type.unit), &period_ns)) return 0;
  return period_ns;
}

bool is_multiple(std::span<const std::int64_t> products, std::span<const std::int64_t> factors, std::int64_t by) {
  return std::equal(products.begin(), products.end(), factors.begin(), [by](std::int64_t product, std::int64_t factor) {
    std::int64_t expected = 0;
    return !__builtin_mul_overflow(factor, by, &expected) && expected == product;
  });
}

/// The column to draw: the default one, but the samples themselves where it says no more than they do.
std::size_t choose_column(const Profile& profile, std::int64_t period_ns) {
  const std::size_t chosen = profile.default_type_index();
  const auto samples = profile.find_type("samples");
  if (!samples || period_ns == 0 || !profile.samples.start_ns.empty()) return chosen;
  const ValueType& type = profile.value_types[chosen];
  const ValueType& count = profile.value_types[*samples];
  const bool same = counts_samples(count) && count.scale == type.scale && count.aggregation == Aggregation::sum &&
                    type.unit == "nanoseconds" &&
                    is_multiple(profile.samples.values[chosen], profile.samples.values[*samples], period_ns);
  return same ? *samples : chosen;
}

double power_of_ten(int exponent) {
  double power = 1;
  for (int i = 0; i < exponent; ++i) power *= 10;
  return power;
}

std::string quoted(const ValueType& type) { return "'" + type.type + "' (in " + type.unit + ")"; }

}  // namespace

Tick tick_of_period(std::int64_t period_ns) {
  const std::int64_t rate_hz = (ns_per_second + period_ns / 2) / period_ns;
  if (rate_hz == 0 || (ns_per_second + rate_hz / 2) / rate_hz != period_ns) {
    return {.numerator_ns = static_cast<double>(period_ns)};
  }
  return {.numerator_ns = static_cast<double>(ns_per_second), .denominator = static_cast<double>(rate_hz)};
}

std::string rate_text(std::int64_t period_ns) {
  const std::int64_t rate_hz = (ns_per_second + period_ns / 2) / period_ns;
  if (rate_hz >= 10) return std::to_string(rate_hz) + " Hz";
  std::string milli = std::to_string((ns_per_second * 1000 + period_ns / 2) / period_ns);
  milli.insert(0, milli.size() < 4 ? 4 - milli.size() : 0, '0');
  milli.insert(milli.size() - 3, 1, '.');
  return milli + " Hz";
}

Weights::Weights(const Profile& profile, Context& context) {
  if (profile.value_types.empty()) return;
  const std::int64_t period_ns = period_of(profile.metadata);
  const std::size_t column = choose_column(profile, period_ns);
  const ValueType& type = profile.value_types[column];
  values_ = profile.samples.values[column];
  scale_ = type.scale;
  refuse_what_is_no_time(type);
  if (profile.metadata.period != 0 && period_ns == 0) {
    context.data_loss("timeline.period", {},
                      "the sampling period is " + std::to_string(profile.metadata.period) + " of " +
                          quoted(profile.metadata.period_type) + ", which is not a time, and is left out");
  }
  timed_ = !profile.samples.start_ns.empty() && (counts_samples(type) || nanoseconds_in(type.unit) != 0);
  if (timed_) {
    follow_times(profile, type, period_ns, context);
    return;
  }
  if (!profile.samples.start_ns.empty()) {
    context.data_loss("timeline.times", {}, quoted(type) + " is not a time, so the samples' start times are not used");
  }
  lay_end_to_end(type, period_ns, context);
}

void Weights::refuse_what_is_no_time(const ValueType& type) const {
  if (type.aggregation != Aggregation::sum) {
    throw UsageError("the values of " + quoted(type) +
                     " do not add up, so they make no time line; choose a type that does with --type");
  }
  if (std::abs(type.scale) > max_scale) {
    throw UsageError("the values of " + quoted(type) + " are scaled by 10^" + std::to_string(type.scale) +
                     ", which no time line can hold");
  }
  const auto negative = std::find_if(values_.begin(), values_.end(), [](std::int64_t v) { return v < 0; });
  if (negative != values_.end()) {
    throw UsageError(quoted(type) + " has negative values (the first is " + std::to_string(*negative) +
                     "), which cannot be durations; choose another type with --type");
  }
}

void Weights::follow_times(const Profile& profile, const ValueType& type, std::int64_t period_ns, Context& context) {
  period_ = profile.samples.shared_depth.empty() ? period_ns : 0;
  needs_period_ = counts_samples(type) && period_ns == 0;
  if (!profile.samples.shared_depth.empty() && !counts_samples(type)) {
    resolution_ = std::max<std::int64_t>(period_ns, 1);
  }
  scale_by(counts_samples(type) ? std::max<std::int64_t>(period_ns, 1) : nanoseconds_in(type.unit));
  if (divisor_ != 1) {
    context.note("timeline.rounded", {}, quoted(type) + " has fractions; each sample is rounded to whole nanoseconds");
  }
}

void Weights::set_period(std::int64_t period_ns) {
  period_ = period_ns;
  needs_period_ = false;
  scale_by(period_ns);
}

void Weights::scale_by(std::int64_t ticks_per_unit) {
  multiplier_ = ticks_per_unit;
  divisor_ = 1;
  for (int i = 0; i < -scale_; ++i) divisor_ *= 10;
  for (int i = 0; i < scale_; ++i) {
    if (__builtin_mul_overflow(multiplier_, 10, &multiplier_))
      throw OverflowError("a sample's time overflows a 64-bit integer");
  }
}

void Weights::lay_end_to_end(const ValueType& type, std::int64_t period_ns, Context& context) {
  const std::int64_t unit_ns = nanoseconds_in(type.unit);
  if (period_ns != 0 && (values_.empty() || (unit_ns == 0 && counts_samples(type)))) {
    tick_ = tick_of_period(period_ns);
  } else if (unit_ns != 0) {
    tick_.numerator_ns = static_cast<double>(unit_ns);
  } else if (counts_samples(type)) {
    tick_ = tick_of_period(ns_per_second / assumed_rate_hz);
    context.data_loss(
        "timeline.rate", {},
        "no sampling rate is given: " + std::to_string(assumed_rate_hz) + " Hz is assumed (override with --freq N)");
  } else {
    context.note("timeline.no_time", {}, quoted(type) + " is not a time: one unit is drawn as one nanosecond");
  }
  if (scale_ > 0) tick_.numerator_ns *= power_of_ten(scale_);
  if (scale_ < 0) tick_.denominator *= power_of_ten(-scale_);
}

std::int64_t Weights::ticks(std::size_t row) const {
  std::int64_t ticks = 0;
  if (__builtin_mul_overflow(values_[row], multiplier_, &ticks)) {
    throw OverflowError("the time of a sample overflows a 64-bit integer");
  }
  if (divisor_ == 1) return ticks;
  return ticks / divisor_ + (ticks % divisor_ >= (divisor_ + 1) / 2 ? 1 : 0);
}

}  // namespace profconv
