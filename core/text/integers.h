// SPDX-License-Identifier: Apache-2.0
// Integers in text, for readers, writers and flags.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace profconv {

/// The integer that all of `text` is, as "-12": no '+', no blanks, no prefix such as 0x. Nothing for any other text,
/// for one with something after the digits, and for an integer that does not fit.
template <class Integer>
[[nodiscard]] std::optional<Integer> parse_integer(std::string_view text, int base = 10) {
  Integer number{};
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number, base);
  return error == std::errc() && rest == end ? std::optional(number) : std::nullopt;
}

}  // namespace profconv
