// SPDX-License-Identifier: Apache-2.0
// Texts as JSON has them (RFC 8259), for writers that stream and build no document.
#pragma once

#include <string>
#include <string_view>

namespace profconv {

/// Whether a text between quotes is its own JSON: printable ASCII without what is escaped, which most names are.
[[nodiscard]] bool is_plain_json(std::string_view text);

/// A JSON text on one line, valid UTF-8, with that escaped which JSON allows and which would steer a terminal.
[[nodiscard]] std::string with_unsafe_escaped(std::string_view json);

/// A text between quotes, escaped; so is what would steer a terminal that shows it.
struct JsonString {
  std::string quoted;
  bool is_repaired = false;  ///< U+FFFD stands for what was no UTF-8
};
[[nodiscard]] JsonString json_string(std::string_view text);

}  // namespace profconv
