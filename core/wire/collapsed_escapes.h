// SPDX-License-Identifier: Apache-2.0
// How a line of collapsed stacks spells the characters of a name that it cannot hold as they are: "\xNN" for each byte,
// in lower-case hexadecimal digits.
//
//   \x3b                  ';'
//   \x00 to \x1f, \x7f    control characters; \xc2\x80 to \xc2\x9f those of two bytes
//   \x20                  a blank at the beginning or end of a name, or before a number at its end
//   \x23                  '#' at the beginning of a name
//
// Everything else is no escape. A name that itself holds what looks like one has "x5c" (the backslash) put in after the
// backslash, as often as it is read and written: "\x3b" in a name is "\x5cx3b" in a line, and that is "\x5cx5cx3b".
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace profconv::collapsed_escapes {

/// Put in after the backslash of what looks like an escape and is a part of the name.
inline constexpr std::string_view literal_mark = "x5c";

/// Appends the escape of each byte.
inline void append_escape(std::string& to, std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    to.append("\\x").append(1, digits[byte >> 4U]).append(1, digits[byte & 15U]);
  }
}

/// A number as lines may end in: "12", "-3.5", "1e+06".
[[nodiscard]] constexpr bool is_number(std::string_view text) {
  const auto skip = [&](std::string_view any_of) {
    if (!text.empty() && any_of.find(text.front()) != std::string_view::npos) text.remove_prefix(1);
  };
  const auto skip_digits = [&] {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    text.remove_prefix(digits);
    return digits;
  };
  skip("+-");
  std::size_t digits = skip_digits();
  skip(".");
  digits += skip_digits();
  if (digits == 0 || text.empty()) return digits != 0;
  if (text.front() != 'e' && text.front() != 'E') return false;
  text.remove_prefix(1);
  skip("+");
  skip("-");
  return skip_digits() != 0 && text.empty();
}

/// Where the blank before a number at the end of a name is; npos where a name does not end so.
[[nodiscard]] constexpr std::size_t blank_before_number(std::string_view name) {
  const char last = name.empty() ? ' ' : name.back();
  if (last != '.' && (last < '0' || last > '9')) return std::string_view::npos;
  const std::size_t blank = name.rfind(' ');
  if (blank == std::string_view::npos || !is_number(name.substr(blank + 1))) return std::string_view::npos;
  return blank;
}

/// What begins with the backslash at a place of a name.
struct Escape {
  std::size_t size = 0;     ///< in bytes; 0: no escape
  bool is_literal = false;  ///< it has the mark of those that are a part of the name
  std::string bytes;        ///< what it stands for
};

/// The byte of "xNN"; -1 where `text` does not begin so.
[[nodiscard]] constexpr int byte_at(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  if (text.size() < 3 || text[0] != 'x') return -1;
  const std::size_t high = digits.find(text[1]);
  const std::size_t low = digits.find(text[2]);
  if (high == std::string_view::npos || low == std::string_view::npos) return -1;
  return static_cast<int>(high * 16 + low);
}

[[nodiscard]] inline Escape escape_at(std::string_view name, std::size_t at) {
  std::string_view rest = name.substr(at + 1);
  Escape escape;
  while (rest.starts_with(literal_mark)) {
    rest.remove_prefix(literal_mark.size());
    escape.is_literal = true;
  }
  const int byte = byte_at(rest);
  if (byte < 0) return {};
  rest.remove_prefix(3);
  escape.bytes.push_back(static_cast<char>(byte));
  if (byte == 0xc2) {
    const int second = rest.starts_with('\\') ? byte_at(rest.substr(1)) : -1;
    if (second < 0x80 || second > 0x9f) return {};
    rest.remove_prefix(4);
    escape.bytes.push_back(static_cast<char>(second));
  } else if (byte == ' ') {
    if (at != 0 && !rest.empty() && !is_number(rest)) return {};
  } else if (byte == '#') {
    if (at != 0) return {};
  } else if (byte > ' ' && byte != ';' && byte != 0x7f) {
    return {};
  }
  escape.size = name.size() - at - rest.size();
  return escape;
}

/// A name as it was before it was spelled for a line.
[[nodiscard]] inline std::string unescaped(std::string_view name) {
  std::string text;
  for (std::size_t at = 0; at < name.size();) {
    const Escape escape = name[at] == '\\' ? escape_at(name, at) : Escape{};
    if (escape.size == 0) {
      text.push_back(name[at++]);
      continue;
    }
    if (escape.is_literal) {
      text.append("\\").append(name.substr(at + 1 + literal_mark.size(), escape.size - 1 - literal_mark.size()));
    } else {
      text.append(escape.bytes);
    }
    at += escape.size;
  }
  return text;
}

}  // namespace profconv::collapsed_escapes
