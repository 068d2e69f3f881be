// SPDX-License-Identifier: Apache-2.0
// Going through UTF-8 character by character.
#include "writers/hist/plain_text.h"

#include <algorithm>

namespace profconv::hist {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";
constexpr std::string_view ellipsis = "\xE2\x80\xA6";

struct Character {
  char32_t code = 0;
  std::size_t bytes = 0;  ///< 0: the bytes are no UTF-8
};

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

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

Character first_of(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  if (lead < 0x80) return {lead, 1};
  if (lead < 0xC0) return {};
  if (lead < 0xE0) return with_continuations(text, 2, lead & 0x1FU, 0x80);
  if (lead < 0xF0) return with_continuations(text, 3, lead & 0x0FU, 0x800);
  if (lead < 0xF8) return with_continuations(text, 4, lead & 0x07U, 0x10000);
  return {};
}

/// C0, DEL and C1, what has no place in XML, and the marks, embeddings and isolates of bidirectional text.
bool is_unsafe(char32_t code) {
  const auto within = [code](char32_t first, char32_t last) { return code >= first && code <= last; };
  return within(0, 0x1F) || within(0x7F, 0x9F) || within(0x200E, 0x200F) || within(0x2028, 0x202E) ||
         within(0x2066, 0x2069) || code == 0x061C || code == 0xFEFF || (code & 0xFFFEU) == 0xFFFEU;
}

/// Takes a run of digits off the front, without its leading zeros; empty where there is none.
std::string_view take_number(std::string_view& text) {
  const std::size_t size = std::min(text.find_first_not_of("0123456789"), text.size());
  std::string_view digits = text.substr(0, size);
  text.remove_prefix(size);
  const std::size_t zeros = std::min(digits.find_first_not_of('0'), digits.size());
  if (size != 0 && zeros == size) return digits.substr(size - 1);
  digits.remove_prefix(zeros);
  return digits;
}

std::size_t bytes_of(std::string_view text, std::size_t characters) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (!is_continuation(text[at]) && characters-- == 0) break;
    ++at;
  }
  return at;
}

}  // namespace

std::string inert(std::string_view text) {
  std::string safe;
  safe.reserve(text.size());
  while (!text.empty()) {
    const Character c = first_of(text);
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

bool natural_less(std::string_view a, std::string_view b) {
  const std::string_view whole_a = a;
  const std::string_view whole_b = b;
  while (!a.empty() && !b.empty()) {
    const std::string_view first = take_number(a);
    const std::string_view second = take_number(b);
    if (first.empty() != second.empty()) return second.empty();
    if (first.size() != second.size()) return first.size() < second.size();
    if (first != second) return first < second;
    if (!first.empty()) continue;
    if (a.front() != b.front()) return static_cast<unsigned char>(a.front()) < static_cast<unsigned char>(b.front());
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  return a.empty() == b.empty() ? whole_a < whole_b : a.empty();
}

std::size_t character_count(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return !is_continuation(c); }));
}

std::vector<std::string_view> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string_view> pieces;
  do {
    const std::size_t bytes = bytes_of(text, std::max<std::size_t>(width, 1));
    pieces.push_back(text.substr(0, bytes));
    text.remove_prefix(bytes);
  } while (!text.empty());
  return pieces;
}

std::string shortened(std::string_view text, std::size_t width) {
  if (bytes_of(text, width) == text.size()) return std::string(text);
  return std::string(text.substr(0, bytes_of(text, width - 1))).append(ellipsis);
}

}  // namespace profconv::hist
