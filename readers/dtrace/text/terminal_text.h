// SPDX-License-Identifier: Apache-2.0
// Text as a terminal shows it: `grep --color=always`, `ls --color` and `script` put codes for colors among its
// characters, ESC [ 01;31 m before a match and ESC [ m after it.
#pragma once

#include <string>
#include <string_view>

namespace profconv::dtrace {

/// What each of the codes begins with.
constexpr char escape = '\x1b';

/// Whether a text holds a code that without_terminal_codes() removes.
[[nodiscard]] bool has_terminal_codes(std::string_view text);

/// The text without codes that show nothing and move nothing: colors, the erased rest of a line, modes.
[[nodiscard]] std::string without_terminal_codes(std::string_view text);

/// Whether a program, or the text of a format, writes such codes itself.
[[nodiscard]] bool writes_terminal_codes(std::string_view program);

}  // namespace profconv::dtrace
