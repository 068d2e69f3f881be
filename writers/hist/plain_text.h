// SPDX-License-Identifier: Apache-2.0
// Texts that are safe to show already, ordered and fitted into columns.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace profconv::hist {

/// Orders texts as people do: numbers in them by their value, "cpu 9" before "cpu 10".
[[nodiscard]] bool natural_less(std::string_view a, std::string_view b);

/// How many characters a well-formed text has.
[[nodiscard]] std::size_t character_count(std::string_view text);

/// A well-formed text cut into pieces of at most `width` characters; one empty piece for an empty text.
[[nodiscard]] std::vector<std::string_view> wrapped(std::string_view text, std::size_t width);

/// A well-formed text where it has at most `width` characters, else its beginning with "…" as the last of them.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t width);

}  // namespace profconv::hist
