// SPDX-License-Identifier: Apache-2.0
// Digits of ASCII. The standard library's functions ask the locale.
#pragma once

namespace profconv {

[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// In small letters, as kernels and tracers print addresses.
[[nodiscard]] constexpr bool is_hex_digit(char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); }

}  // namespace profconv
