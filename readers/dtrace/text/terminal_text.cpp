// SPDX-License-Identifier: Apache-2.0
// Finding the codes of a terminal.
#include "readers/dtrace/text/terminal_text.h"

#include <algorithm>
#include <array>

namespace profconv::dtrace {

namespace {

/// How long the code is that a text begins with; 0: it begins with none, or with one that moves the cursor.
std::size_t code_length(std::string_view text) {
  if (!text.starts_with("\x1b[")) return 0;
  const std::size_t end = text.find_first_not_of("0123456789:;<=>?", 2);
  constexpr std::string_view known = "mKhl";
  return end != std::string_view::npos && known.find(text[end]) != std::string_view::npos ? end + 1 : 0;
}

}  // namespace

bool has_terminal_codes(std::string_view text) {
  for (std::size_t at = text.find(escape); at != std::string_view::npos; at = text.find(escape, at + 1)) {
    if (code_length(text.substr(at)) != 0) return true;
  }
  return false;
}

std::string without_terminal_codes(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const std::size_t length = code_length(text);
    const std::size_t kept = length != 0 ? 0 : std::min(text.find(escape, 1), text.size());
    plain.append(text.substr(0, kept));
    text.remove_prefix(length + kept);
  }
  return plain;
}

bool writes_terminal_codes(std::string_view program) {
  constexpr std::array<std::string_view, 6> escapes{"\x1b[", "\\033", "\\33[", "\\x1b", "\\x1B", "\\e["};
  return std::any_of(escapes.begin(), escapes.end(),
                     [&](std::string_view each) { return program.find(each) != std::string_view::npos; });
}

}  // namespace profconv::dtrace
