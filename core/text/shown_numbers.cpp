// SPDX-License-Identifier: Apache-2.0
// Integers with a point and with commas.
#include "core/text/shown_numbers.h"

#include <algorithm>
#include <limits>

namespace profconv {

namespace {

Wide divided(Wide number, Wide by) {
  if (by < 0) {
    number = -number;
    by = -by;
  }
  const Wide half = by / 2;
  const Wide rounded = number < 0 ? number - half : number + half;
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  if (by <= most && rounded <= most && rounded >= -most) {
    return static_cast<std::int64_t>(rounded) / static_cast<std::int64_t>(by);
  }
  return rounded / by;
}

/// Not negative. Dividing 128 bits takes several times as long as 64.
std::string digits_of(Wide number) {
  if (number <= std::numeric_limits<std::uint64_t>::max()) return std::to_string(static_cast<std::uint64_t>(number));
  std::string digits;
  do {
    digits += static_cast<char>('0' + static_cast<int>(number % 10));
    number /= 10;
  } while (number != 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

void insert_commas(std::string& digits) {
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
}

}  // namespace

Wide scaled(std::int64_t part, std::int64_t whole, std::int64_t steps) {
  return whole == 0 ? Wide{0} : divided(Wide{part} * steps, whole);
}

std::string fixed(Wide number, int places) {
  std::string digits = digits_of(number < 0 ? -number : number);
  const auto behind = static_cast<std::size_t>(places);
  if (digits.size() <= behind) digits.insert(0, behind + 1 - digits.size(), '0');
  if (behind != 0) digits.insert(digits.size() - behind, ".");
  return (number < 0 ? "-" : "") + digits;
}

std::string amount(std::int64_t value, int scale, std::int64_t factor) {
  constexpr int most_places = 30;
  const Wide number = factor == million ? Wide{value} : divided(Wide{value} * factor, million);
  std::string digits = digits_of(number < 0 ? -number : number);
  std::string fraction;
  if (scale > most_places || scale < -most_places) {
    fraction = "e" + std::to_string(scale);
  } else if (scale > 0) {
    if (number != 0) digits.append(static_cast<std::size_t>(scale), '0');
  } else if (scale < 0) {
    digits = fixed(number < 0 ? -number : number, -scale);
    fraction = digits.substr(digits.find('.'));
    digits.resize(digits.find('.'));
  }
  insert_commas(digits);
  return (number < 0 ? "-" : "") + digits + fraction;
}

std::string percent(std::int64_t part, std::int64_t whole) { return fixed(scaled(part, whole, 10'000), 2); }

std::string signed_percent(std::int64_t part, std::int64_t whole) {
  return (scaled(part, whole, 10'000) > 0 ? "+" : "") + percent(part, whole);
}

}  // namespace profconv
