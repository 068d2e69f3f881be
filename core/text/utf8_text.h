// SPDX-License-Identifier: Apache-2.0
// Code points of identifiers and constants, as UTF-8.
#pragma once

#include <string>

namespace profconv {

/// Whether UTF-8 can express it.
[[nodiscard]] constexpr bool is_code_point(char32_t c) { return c < 0xd800 || (c > 0xdfff && c <= 0x10ffff); }

/// Control characters of ASCII and Latin-1.
[[nodiscard]] constexpr bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7f && c < 0xa0); }

/// Whether a byte goes on with a code point.
[[nodiscard]] constexpr bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// Appends a code point.
inline void append_utf8(char32_t c, std::string& text) {
  const auto put = [&](char32_t byte) { text.push_back(static_cast<char>(static_cast<unsigned char>(byte))); };
  const auto put_rest = [&](int shift) { put(0x80 | ((c >> shift) & 0x3f)); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xc0 | (c >> 6));
    put_rest(0);
  } else if (c < 0x10000) {
    put(0xe0 | (c >> 12));
    put_rest(6);
    put_rest(0);
  } else {
    put(0xf0 | (c >> 18));
    put_rest(12);
    put_rest(6);
    put_rest(0);
  }
}

}  // namespace profconv
