// SPDX-License-Identifier: Apache-2.0
// Places and errors in words.
#include "profconv/errors.h"

namespace profconv {

std::string to_string(const Location& location) {
  if (location.line != 0) return location.file + ":" + std::to_string(location.line);
  if (location.has_byte) return location.file + ": byte " + std::to_string(location.byte);
  return location.file;
}

std::string one_line(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string line;
  line.reserve(text.size());
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f) {
      line.push_back(c);
    } else {
      line.append("\\x").append(1, digits[byte >> 4U]).append(1, digits[byte & 15U]);
    }
  }
  return line;
}

PlacedError::PlacedError(const Location& where, std::string_view message)
    : Error(one_line((where.file.empty() ? "" : to_string(where) + ": ") + std::string(message))),
      where_(where),
      message_(message) {}

}  // namespace profconv
