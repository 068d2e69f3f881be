// SPDX-License-Identifier: Apache-2.0
// Decimal fractions of microseconds.
#include "writers/chrome/trace_time.h"

#include <algorithm>
#include <charconv>
#include <numeric>

#include "profconv/errors.h"

namespace profconv::chrome {

namespace {

constexpr std::int64_t max_exact_double = std::int64_t{1} << 53;

WriteError too_long() {
  return WriteError(
      "the times of this trace overflow 64-bit integers in the smallest unit they need: it is too long for Chrome's "
      "JSON");
}

std::int64_t checked_product(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) throw too_long();
  return product;
}

std::int64_t checked_sum(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) throw too_long();
  return sum;
}

std::int64_t whole(double part_of_tick) {
  constexpr double least_too_large = 9223372036854775808.0;
  if (!(part_of_tick < least_too_large)) throw too_long();
  return static_cast<std::int64_t>(part_of_tick);
}

void reduce(std::int64_t& numerator, std::int64_t& denominator) {
  const std::int64_t common = std::gcd(numerator, denominator);
  numerator /= common;
  denominator /= common;
}

}  // namespace

TraceTime::TraceTime(const Tick& tick) : numerator_(whole(tick.numerator_ns)), denominator_(whole(tick.denominator)) {
  reduce(numerator_, denominator_);
  while (numerator_ < denominator_) {
    numerator_ = checked_product(numerator_, 10);
    units_per_us_ = checked_product(units_per_us_, 10);
    ++decimals_;
    reduce(numerator_, denominator_);
  }
}

std::int64_t TraceTime::units(std::int64_t time) const {
  const std::int64_t whole_units = checked_product(time / denominator_, numerator_);
  const std::int64_t rest = checked_product(time % denominator_, numerator_);
  return checked_sum(whole_units, checked_sum(rest, denominator_ / 2) / denominator_);
}

std::string_view TraceTime::text(std::int64_t time) {
  const std::int64_t all = units(time);
  exceeds_doubles_ = exceeds_doubles_ || all > max_exact_double;
  char* end = std::to_chars(text_.data(), text_.data() + text_.size(), all / units_per_us_).ptr;
  const std::int64_t fraction = all % units_per_us_;
  if (fraction == 0) return {text_.data(), static_cast<std::size_t>(end - text_.data())};
  *end++ = '.';
  std::array<char, 24> digits{};
  const char* const digits_end = std::to_chars(digits.data(), digits.data() + digits.size(), fraction).ptr;
  end = std::fill_n(end, decimals_ - (digits_end - digits.data()), '0');
  end = std::copy(static_cast<const char*>(digits.data()), digits_end, end);
  while (end[-1] == '0') --end;
  return {text_.data(), static_cast<std::size_t>(end - text_.data())};
}

}  // namespace profconv::chrome
