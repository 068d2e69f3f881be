// SPDX-License-Identifier: Apache-2.0
// Text from a profile made safe to show: it may hold anything, and must not steer a terminal or break out of markup.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace profconv {

/// One character of a text in UTF-8.
struct Character {
  char32_t code = 0;
  std::size_t bytes = 0;  ///< 0: the bytes are no UTF-8
};

/// The first character of a text that is not empty.
[[nodiscard]] Character first_character(std::string_view text);

[[nodiscard]] bool is_utf8(std::string_view text);

/// C0, DEL and C1, what has no place in XML, and the marks, embeddings and isolates of bidirectional text.
[[nodiscard]] bool is_unsafe(char32_t code);

/// Blanks for tabs and line ends; U+FFFD for other control characters, for those that turn the direction of writing
/// and for bytes that are no UTF-8.
[[nodiscard]] std::string inert(std::string_view text);

/// Appends the text as XML has it between tags and in double quotes: & < > " are references.
void append_xml(std::string& to, std::string_view text);

}  // namespace profconv
