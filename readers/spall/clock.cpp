// SPDX-License-Identifier: Apache-2.0
// Rounding times.
#include "readers/spall/clock.h"

#include <cmath>
#include <cstdio>
#include <string>

#include "core/time/timeline.h"

namespace profconv::spall_in {

namespace {

constexpr double two_to_63 = 9223372036854775808.0;

/// As closely as a double says it: units are computed, and differ in their last digits.
bool about_equal(double a, double b) { return std::abs(a - b) <= 1e-12 * b; }

/// The nanoseconds that stand for a tick, 0 where none do.
std::int64_t whole_tick(double tick_ns) {
  if (!(tick_ns >= 0.5) || tick_ns >= two_to_63 / 2) return 0;
  const std::int64_t rounded = std::llround(tick_ns);
  const Tick tick = tick_of_period(rounded);
  const bool is_period = about_equal(tick_ns, tick.numerator_ns / tick.denominator);
  return is_period || about_equal(tick_ns, static_cast<double>(rounded)) ? rounded : 0;
}

std::string digits(double number) {
  char text[32];
  const int size = std::snprintf(text, sizeof text, "%.10g", number);
  return {text, static_cast<std::size_t>(size)};
}

}  // namespace

Clock::Clock(double tick_ns) : tick_ns_(tick_ns), whole_tick_ns_(whole_tick(tick_ns)) {}

std::optional<std::int64_t> Clock::rounded(double ticks) const {
  const double ns = ticks * (whole_tick_ns_ == 0 ? tick_ns_ : static_cast<double>(whole_tick_ns_));
  if (!(std::abs(ns) < two_to_63)) return std::nullopt;
  return std::llround(ns);
}

std::optional<std::int64_t> Clock::at(std::uint64_t ticks) {
  std::int64_t ns = 0;
  if (whole_tick_ns_ != 0) {
    if (__builtin_mul_overflow(ticks, whole_tick_ns_, &ns)) return std::nullopt;
    return ns;
  }
  if (!origin_) origin_ = ticks;
  const auto first = rounded(static_cast<double>(*origin_));
  const auto since = rounded(static_cast<double>(static_cast<std::int64_t>(ticks - *origin_)));
  if (!first || !since || __builtin_add_overflow(*first, *since, &ns)) return std::nullopt;
  return ns;
}

std::optional<std::int64_t> Clock::at(double ticks) {
  if (!(std::abs(ticks) < two_to_63)) return std::nullopt;
  const auto whole = static_cast<std::int64_t>(ticks);
  const bool is_whole = static_cast<double>(whole) == ticks;
  if (is_whole && ticks >= 0 && whole_tick_ns_ != 0) return at(static_cast<std::uint64_t>(whole));
  has_fractions_ = has_fractions_ || !is_whole;
  return rounded(ticks);
}

void Clock::report(const Location& where, Context& context) const {
  if (whole_tick_ns_ == 0) {
    context.note("spall.rounded", where,
                 "a tick is " + digits(tick_ns_) + " ns; each time is rounded to whole nanoseconds");
  } else if (!about_equal(tick_ns_, static_cast<double>(whole_tick_ns_))) {
    context.note("spall.tick", where,
                 "a tick is " + digits(tick_ns_) + " ns and counts as " + std::to_string(whole_tick_ns_) +
                     " ns, as the period of a sampling rate does");
  }
}

}  // namespace profconv::spall_in
