// SPDX-License-Identifier: Apache-2.0
// Numbers as people and scripts write them, kept as integers.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace profconv {

/// A number as written: digits x 10^-places, with 9 places at most.
struct Decimal {
  std::int64_t digits = 0;
  int places = 0;
  bool saturated = false;  ///< it was larger; the largest integer stands for it
  bool rounded = false;    ///< it had more places
};

/// Reads "12", "-3.25", "1e+06"; nothing where the text is no number.
[[nodiscard]] std::optional<Decimal> parse_number(std::string_view text);

}  // namespace profconv
