// SPDX-License-Identifier: Apache-2.0
// Text of an input in messages: its beginning, and in quotes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace profconv {

/// The text, or its first `most` bytes and "..." if it has more. No UTF-8 character is cut.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t most);

/// The beginning of a text in single quotes and on one line: "'main;parse 3'".
[[nodiscard]] std::string in_quotes(std::string_view text, std::size_t most = 60);

}  // namespace profconv
