// SPDX-License-Identifier: Apache-2.0
// Going through UTF-8 character by character.
#include "core/text/plain_text.h"

#include <algorithm>

#include "core/text/utf8_text.h"

namespace profconv {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

Character with_continuations(std::string_view text, std::size_t bytes, char32_t code, char32_t least) {
  if (text.size() < bytes) return {};
  for (std::size_t i = 1; i < bytes; ++i) {
    if (!is_continuation(text[i])) return {};
    code = code << 6U | (static_cast<unsigned char>(text[i]) & 0x3FU);
  }
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < least || code > 0x10FFFF || is_surrogate) return {};
  return {code, bytes};
}

}  // namespace

bool is_unsafe(char32_t code) {
  const auto within = [code](char32_t first, char32_t last) { return code >= first && code <= last; };
  return within(0, 0x1F) || within(0x7F, 0x9F) || within(0x200E, 0x200F) || within(0x2028, 0x202E) ||
         within(0x2066, 0x2069) || code == 0x061C || code == 0xFEFF || (code & 0xFFFEU) == 0xFFFEU;
}

Character first_character(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  if (lead < 0x80) return {lead, 1};
  if (lead < 0xC0) return {};
  if (lead < 0xE0) return with_continuations(text, 2, lead & 0x1FU, 0x80);
  if (lead < 0xF0) return with_continuations(text, 3, lead & 0x0FU, 0x800);
  if (lead < 0xF8) return with_continuations(text, 4, lead & 0x07U, 0x10000);
  return {};
}

bool is_utf8(std::string_view text) {
  constexpr std::size_t block_bytes = 256;
  while (!text.empty()) {
    const std::size_t block = std::min(block_bytes, text.size());
    unsigned char bits = 0;
    for (std::size_t i = 0; i < block; ++i) bits |= static_cast<unsigned char>(text[i]);
    std::size_t at = bits < 0x80 ? block : 0;
    while (at < block) {
      const std::size_t bytes = first_character(text.substr(at)).bytes;
      if (bytes == 0) return false;
      at += bytes;
    }
    text.remove_prefix(at);
  }
  return true;
}

std::string inert(std::string_view text) {
  std::string safe;
  safe.reserve(text.size());
  while (!text.empty()) {
    const Character c = first_character(text);
    if (c.code == '\t' || c.code == '\n' || c.code == '\r') {
      safe += ' ';
    } else if (c.bytes == 0 || is_unsafe(c.code)) {
      safe += replacement;
    } else {
      safe += text.substr(0, c.bytes);
    }
    text.remove_prefix(std::max<std::size_t>(c.bytes, 1));
  }
  return safe;
}

void append_xml(std::string& to, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '&':
        to += "&amp;";
        break;
      case '<':
        to += "&lt;";
        break;
      case '>':
        to += "&gt;";
        break;
      case '"':
        to += "&quot;";
        break;
      default:
        to += c;
    }
  }
}

}  // namespace profconv
