// SPDX-License-Identifier: Apache-2.0
// Blanks and tabs around a text. The standard library's searches for a set of characters call memchr for each
// character of the text, which is most of what it costs to look at short lines.
#pragma once

#include <string_view>

namespace profconv {

[[nodiscard]] constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }

[[nodiscard]] constexpr std::string_view without_leading_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  return text;
}

[[nodiscard]] constexpr std::string_view without_trailing_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

[[nodiscard]] constexpr std::string_view without_blanks_around(std::string_view text) {
  return without_trailing_blanks(without_leading_blanks(text));
}

}  // namespace profconv
