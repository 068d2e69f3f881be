// SPDX-License-Identifier: Apache-2.0
// Bars of text, in eighths of a character or in ASCII, to the right of an axis, to its left, or both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace profconv::hist {

/// Where the bars of a histogram may lie: those of negative counts lie left of the axis.
struct BarStyle {
  std::size_t width = 40;   ///< characters, without the axis
  std::uint64_t whole = 0;  ///< the |count| of the longest bar
  bool has_negative = false;
  bool has_positive = true;
  bool ascii = false;
};

/// The axis and one bar, `width` + 1 characters. What is not 0 is never drawn as nothing.
[[nodiscard]] std::string text_bar(std::int64_t count, const BarStyle& style);

}  // namespace profconv::hist
