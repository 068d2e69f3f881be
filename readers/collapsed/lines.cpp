// SPDX-License-Identifier: Apache-2.0
// Cutting numbers off lines.
#include "readers/collapsed/lines.h"

namespace profconv::collapsed_in {

bool is_comment(std::string_view text) {
  if (!text.starts_with("# ") || text.find(';') != std::string_view::npos) return false;
  std::string_view rest = without_trailing_blanks(text);
  return !cut_number(rest) || without_trailing_blanks(rest).ends_with(':');
}

TwoNumbers two_numbers_in(std::string_view text) {
  std::string_view rest = without_trailing_blanks(text);
  if (!cut_number(rest) || rest.empty() || is_blank(rest.back()) || !cut_number(rest)) return TwoNumbers::no;
  const std::string_view stack = without_trailing_blanks(rest);
  return stack.size() == rest.size() || stack.empty() || stack.back() == ';' ? TwoNumbers::yes : TwoNumbers::maybe;
}

std::size_t count_columns(std::string_view head) {
  // The last line may be cut off; it does not decide where there are others.
  const std::size_t newline = head.rfind('\n');
  if (newline != std::string_view::npos) head = head.substr(0, newline + 1);
  // Names may end in a number, too, but hardly in every line.
  auto most = TwoNumbers::no;
  auto least = TwoNumbers::yes;
  for_each_line(head, [&](std::string_view line) {
    if (!parse_line(line, 1)) return true;
    const TwoNumbers found = two_numbers_in(line);
    most = std::max(most, found);
    least = std::min(least, found);
    return least != TwoNumbers::no;
  });
  return most == TwoNumbers::yes && least != TwoNumbers::no ? 2 : 1;
}

}  // namespace profconv::collapsed_in
