// SPDX-License-Identifier: Apache-2.0
// Shortening and quoting.
#include "core/text/excerpts.h"

#include "core/text/utf8_text.h"
#include "profconv/errors.h"

namespace profconv {

std::string shortened(std::string_view text, std::size_t most) {
  constexpr std::size_t most_continuations = 3;
  if (text.size() <= most) return std::string(text);
  std::size_t end = most;
  while (end != 0 && most - end < most_continuations && is_continuation(text[end])) --end;
  // Where no character begins the bytes are no UTF-8.
  if (is_continuation(text[end])) end = most;
  return std::string(text.substr(0, end)) + "...";
}

std::string in_quotes(std::string_view text, std::size_t most) { return "'" + one_line(shortened(text, most)) + "'"; }

}  // namespace profconv
