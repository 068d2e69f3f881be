// SPDX-License-Identifier: Apache-2.0
// Decimal fractions as integers: nothing that a user writes passes through a double.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/text/integers.h"

namespace profconv {

/// The value of "12" or "12.5" times 10^places; nothing for what is no such number, has more digits behind the point,
/// or does not fit. No sign.
inline std::optional<std::int64_t> parse_decimal(std::string_view text, int places) {
  const std::size_t dot = text.find('.');
  std::string digits(text.substr(0, dot));
  const std::string_view fraction = dot == std::string_view::npos ? std::string_view() : text.substr(dot + 1);
  const bool has_digits = !digits.empty() && (dot == std::string_view::npos || !fraction.empty());
  if (!has_digits || fraction.size() > static_cast<std::size_t>(places)) return std::nullopt;
  digits.append(fraction).append(static_cast<std::size_t>(places) - fraction.size(), '0');
  if (digits.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
  return parse_integer<std::int64_t>(digits);
}

}  // namespace profconv
