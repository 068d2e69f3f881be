// SPDX-License-Identifier: Apache-2.0
// Finding elements within lines.
#include "readers/bpftrace/inner_element.h"

#include "core/text/ascii.h"
#include "core/text/blanks.h"
#include "readers/bpftrace/element_text.h"
#include "readers/bpftrace/value_text.h"

namespace profconv::bpftrace {

namespace {

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool is_letter(char c) { return is_capital(c) || (c >= 'a' && c <= 'z'); }

/// How long the name of a day, a month or a zone is that begins here: "Sat", "UTC", "T"; 0: it is another word.
std::size_t time_word_size(std::string_view text) {
  constexpr std::size_t most = 4;
  std::size_t size = 0;
  while (size < text.size() && is_letter(text[size])) ++size;
  return is_capital(text.front()) && size <= most ? size : 0;
}

/// "11:42:28", "[11:42]", "Sat Nov 28 11:42:28 2026", "2026-11-28T11:42:28.5Z".
bool is_time(std::string_view text) {
  bool has_clock = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (is_letter(c)) {
      const std::size_t word = time_word_size(text.substr(at));
      if (word == 0) return false;
      at += word - 1;
    } else if (c == ':' && at != 0 && at + 2 < text.size()) {
      has_clock = has_clock || (is_digit(text[at - 1]) && is_digit(text[at + 1]) && is_digit(text[at + 2]));
    } else if (c == '@' || static_cast<unsigned char>(c) >= 0x80) {
      return false;
    }
  }
  return has_clock;
}

/// `before` is the text before the element.
Doubt doubt_of(std::string_view before, bool has_key) {
  constexpr std::string_view interrupt = "^C";
  if (before.ends_with(interrupt)) return Doubt::none;
  const char last = before.back();
  if (before.starts_with(interrupt)) before.remove_prefix(interrupt.size());
  if (is_time(before)) return Doubt::none;
  const bool is_word = is_digit(last) || is_letter(last) || last == '_';
  return is_word && !has_key ? Doubt::name : Doubt::text;
}

}  // namespace

std::optional<InnerElement> inner_element(std::string_view line) {
  constexpr std::size_t most_tries = 16;  // each of which may look at the whole line
  std::size_t begin = line.find('@', 1);
  for (std::size_t tries = 0; tries < most_tries && begin != std::string_view::npos; ++tries) {
    const std::string_view text = line.substr(begin);
    const std::size_t name = map_name_size(text);
    InnerElement inner{.begin = begin};
    begin = line.find('@', begin + 1);
    if (name == 0) continue;
    const bool has_key = text[name] == '[';
    inner.doubt = doubt_of(line.substr(0, inner.begin), has_key);
    std::string_view rest = text.substr(name + 1);
    const std::size_t end = has_key ? key_end_in(rest) : 0;
    if (end == std::string_view::npos) {
      rest = without_trailing_blanks(rest);
      inner.is_open = rest.empty() || rest.ends_with(',');
      if (inner.is_open) return inner;
      continue;
    }
    rest = without_blanks_around(rest.substr(has_key ? end + key_end_size : 0));
    inner.is_open = rest.empty();
    if (inner.is_open || inner.doubt == Doubt::none || parse_number(rest) || parse_stats(rest)) return inner;
  }
  return std::nullopt;
}

}  // namespace profconv::bpftrace
