// SPDX-License-Identifier: Apache-2.0
// Reading a symbol part by part, and unescaping each.
#include "core/symbols/rust_legacy.h"

#include <algorithm>
#include <array>
#include <bitset>

#include "core/text/utf8_text.h"

namespace profconv {

namespace {

constexpr std::size_t hash_digits = 16;
constexpr std::size_t min_distinct_digits = 5;  // fewer are somebody's function that only looks like a hash
constexpr std::string_view hex_digits = "0123456789abcdef";

struct Word {
  std::string_view text;
  char32_t character;
};

constexpr std::array<Word, 8> words{{{"$SP$", '@'},
                                     {"$BP$", '*'},
                                     {"$RF$", '&'},
                                     {"$LT$", '<'},
                                     {"$GT$", '>'},
                                     {"$LP$", '('},
                                     {"$RP$", ')'},
                                     {"$C$", ','}}};

bool is_hash(std::string_view part) {
  if (part.size() != hash_digits + 1 || part[0] != 'h') return false;
  std::bitset<hash_digits> seen;
  for (const char c : part.substr(1)) {
    const std::size_t digit = hex_digits.find(c);
    if (digit == std::string_view::npos) return false;
    seen.set(digit);
  }
  return seen.count() >= min_distinct_digits;
}

/// Takes "4core" off the beginning. Empty: there is no such part.
std::string_view take_part(std::string_view& rest) {
  std::size_t size = 0;
  std::size_t at = 0;
  for (; at < rest.size() && rest[at] >= '0' && rest[at] <= '9'; ++at) {
    size = size * 10 + static_cast<std::size_t>(rest[at] - '0');
    if (size > rest.size()) return {};
  }
  if (at == 0 || size > rest.size() - at) return {};
  const std::string_view part = rest.substr(at, size);
  rest.remove_prefix(at + size);
  return part;
}

}  // namespace

RustEscape read_rust_escape(std::string_view text) {
  for (const Word& word : words) {
    if (text.substr(0, word.text.size()) == word.text) return {word.text.size(), word.character};
  }
  constexpr std::size_t max_digits = 6;
  if (text.substr(0, 2) != "$u") return {};
  const std::size_t end = std::min(text.find_first_not_of(hex_digits, 2), text.size());
  if (end == 2 || end - 2 > max_digits || text.substr(end, 1) != "$") return {};
  char32_t character = 0;
  for (const char c : text.substr(2, end - 2)) character = character * 16 + static_cast<char32_t>(hex_digits.find(c));
  if (!is_code_point(character) || is_control(character)) return {};
  return {end + 1, character};
}

void append_rust_part(std::string_view part, std::string& text) {
  // A part that would begin with an escape gets an underscore in front, since no symbol's part begins with '$'.
  if (part.substr(0, 2) == "_$") part.remove_prefix(1);
  while (!part.empty()) {
    std::size_t taken = 1;
    if (part[0] == '$') {
      const RustEscape escape = read_rust_escape(part);
      if (escape.size == 0) {
        text.append(part);
        return;
      }
      append_utf8(escape.character, text);
      taken = escape.size;
    } else if (part.substr(0, 2) == "..") {
      text.append("::");
      taken = 2;
    } else {
      taken = std::min(std::max<std::size_t>(part.find_first_of("$.", 1), 1), part.size());
      text.append(part.substr(0, taken));
    }
    part.remove_prefix(taken);
  }
}

bool demangle_rust_legacy(std::string_view symbol, std::string& text) {
  if (symbol.substr(0, 3) != "_ZN") return false;
  text.clear();
  std::string_view rest = symbol.substr(3);
  std::string_view last;
  for (std::string_view part = take_part(rest); !part.empty(); part = take_part(rest)) {
    if (!last.empty()) {
      if (!text.empty()) text.append("::");
      append_rust_part(last, text);
    }
    last = part;
  }
  const bool ends_there = rest == "E" || rest.substr(0, 2) == "E.";
  return ends_there && !text.empty() && is_hash(last);
}

}  // namespace profconv
