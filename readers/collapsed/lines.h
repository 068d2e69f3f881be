// SPDX-License-Identifier: Apache-2.0
// Lines of collapsed stacks taken apart.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/text/blanks.h"
#include "profconv/input.h"
#include "readers/collapsed/decimal.h"

namespace profconv::collapsed_in {

/// A line taken apart. Without `base` where a line has one number.
struct Line {
  std::string_view stack;
  Decimal value;
  Decimal base;
};

/// Cuts the number behind the last blank off `text`. Returns nullopt if there is none.
inline std::optional<Decimal> cut_number(std::string_view& text) {
  const auto blank = std::find_if(text.rbegin(), text.rend(), is_blank);
  if (blank == text.rend()) return std::nullopt;
  const auto behind = static_cast<std::size_t>(blank - text.rbegin());
  const auto number = parse_number(text.substr(text.size() - behind));
  if (number) text.remove_suffix(behind + 1);
  return number;
}

/// `columns`: how many numbers it ends in, 1 or 2. Nothing if it does not.
[[nodiscard]] inline std::optional<Line> parse_line(std::string_view text, std::size_t columns) {
  Line line;
  std::string_view rest = without_trailing_blanks(text);
  const auto value = cut_number(rest);
  if (!value) return std::nullopt;
  line.value = *value;
  if (columns == 2) {
    const auto base = cut_number(rest);
    if (!base) return std::nullopt;
    line.base = *base;
  }
  line.stack = without_leading_blanks(rest);
  return line;
}

/// "# mode: wall", "# interval: 100": what Austin and scripts put around the stacks. With a number at the end it is a
/// comment only where a colon says so, since a name may begin like this too.
[[nodiscard]] bool is_comment(std::string_view text);

/// Whether a line ends in two numbers.
enum class TwoNumbers : std::uint8_t {
  no,
  maybe,  ///< the first may as well be the end of a name that has blanks before it: "main;648  31557 1"
  yes
};

[[nodiscard]] TwoNumbers two_numbers_in(std::string_view text);

/// How many numbers the lines at the beginning of an input end in, 1 or 2.
[[nodiscard]] std::size_t count_columns(std::string_view head);

/// Calls `visit(line)` for each whole line of the beginning of an input, blank ones and comments left out, as long as
/// that gives true. What may be the beginning of a line counts as one only if nothing else is there.
template <class Visit>
void for_each_line(std::string_view head, Visit visit) {
  const bool may_be_cut = head.size() >= Input::head_bytes && head.find('\n') != std::string_view::npos;
  while (!head.empty()) {
    const std::size_t newline = head.find('\n');
    if (newline == std::string_view::npos && may_be_cut) return;
    std::string_view line = head.substr(0, newline);
    head.remove_prefix(std::min(line.size() + 1, head.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!without_trailing_blanks(line).empty() && !is_comment(line) && !visit(line)) return;
  }
}

}  // namespace profconv::collapsed_in
