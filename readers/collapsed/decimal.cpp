// SPDX-License-Identifier: Apache-2.0
// Reading decimal numbers without a double in between.
#include "readers/collapsed/decimal.h"

#include "core/text/integers.h"

namespace profconv {

namespace {

constexpr int most_places = 9;  ///< finer fractions leave too little room for the whole part

/// The digits of a number before they are brought into range.
struct Mantissa {
  std::uint64_t digits = 0;
  int places = 0;
  bool full = false;
  bool saturated = false;
  bool rounded = false;

  void take(char digit, bool fraction) {
    constexpr int more_than_enough = 100;
    std::uint64_t next = 0;
    full = full || places > more_than_enough || __builtin_mul_overflow(digits, std::uint64_t{10}, &next) ||
           __builtin_add_overflow(next, static_cast<std::uint64_t>(digit - '0'), &next);
    if (!full) {
      digits = next;
      places += fraction ? 1 : 0;
    } else if (fraction) {
      rounded = rounded || digit != '0';
    } else {
      saturated = true;
    }
  }

  void bring_into_range() {
    for (; places < 0 && digits != 0 && !saturated; ++places) {
      saturated = __builtin_mul_overflow(digits, std::uint64_t{10}, &digits);
    }
    for (; places > 0 && digits != 0 && digits % 10 == 0; --places) digits /= 10;
    std::uint64_t dropped = 0;
    for (; places > most_places && (digits != 0 || dropped != 0); --places) {
      dropped = digits % 10;
      digits /= 10;
      rounded = rounded || dropped != 0;
    }
    if (dropped >= 5) ++digits;
    if (digits == 0 || saturated) places = 0;
  }
};

/// Every form but the plain integer.
std::optional<Decimal> parse_decimal(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  Mantissa mantissa;
  bool fraction = false;
  bool any = false;
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '.' && !fraction) {
      fraction = true;
    } else if (text[at] >= '0' && text[at] <= '9') {
      mantissa.take(text[at], fraction);
      any = true;
    } else {
      break;
    }
  }
  if (!any) return std::nullopt;
  if (at < text.size()) {
    if (text[at] != 'e' && text[at] != 'E') return std::nullopt;
    text.remove_prefix(at + 1);
    if (text.starts_with('+')) text.remove_prefix(1);
    const auto exponent = parse_integer<std::int16_t>(text);
    if (!exponent) return std::nullopt;
    mantissa.places -= *exponent;
  }
  mantissa.bring_into_range();
  Decimal number{.places = mantissa.places, .saturated = mantissa.saturated, .rounded = mantissa.rounded};
  number.saturated = number.saturated || mantissa.digits > INT64_MAX;
  number.digits = number.saturated ? INT64_MAX : static_cast<std::int64_t>(mantissa.digits);
  if (negative) number.digits = -number.digits;
  return number;
}

}  // namespace

std::optional<Decimal> parse_number(std::string_view text) {
  if (const auto digits = parse_integer<std::int64_t>(text)) return Decimal{.digits = *digits};
  return parse_decimal(text);
}

}  // namespace profconv
