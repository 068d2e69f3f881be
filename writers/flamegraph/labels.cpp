// SPDX-License-Identifier: Apache-2.0
// Counting columns: East Asian wide characters and pictures take two, combining marks none.
#include "writers/flamegraph/labels.h"

#include <algorithm>
#include <array>

#include "core/text/plain_text.h"

namespace profconv::flamegraph {

namespace {

constexpr std::string_view ellipsis = "..";

struct Range {
  char32_t first;
  char32_t last;
};

// The blocks that Unicode's EastAsianWidth calls wide or full, and those of combining marks.
constexpr std::array<Range, 14> wide{{{0x1100, 0x115F},
                                      {0x2E80, 0x303E},
                                      {0x3041, 0xA4CF},
                                      {0xA960, 0xA97F},
                                      {0xAC00, 0xD7A3},
                                      {0xF900, 0xFAFF},
                                      {0xFE30, 0xFE6F},
                                      {0xFF00, 0xFF60},
                                      {0xFFE0, 0xFFE6},
                                      {0x1F300, 0x1F64F},
                                      {0x1F680, 0x1F6FF},
                                      {0x1F900, 0x1F9FF},
                                      {0x20000, 0x2FFFD},
                                      {0x30000, 0x3FFFD}}};
constexpr std::array<Range, 12> combining{{{0x0300, 0x036F},
                                           {0x0483, 0x0489},
                                           {0x0591, 0x05BD},
                                           {0x064B, 0x065F},
                                           {0x1AB0, 0x1AFF},
                                           {0x1DC0, 0x1DFF},
                                           {0x200B, 0x200D},
                                           {0x20D0, 0x20FF},
                                           {0x302A, 0x302F},
                                           {0xFE00, 0xFE0F},
                                           {0xFE20, 0xFE2F},
                                           {0xE0100, 0xE01EF}}};

template <std::size_t size>
bool is_in(const std::array<Range, size>& ranges, char32_t code) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [code](const Range& range) { return code >= range.first && code <= range.last; });
}

std::int64_t columns_of(char32_t code) {
  if (code < 0x300) return 1;
  if (is_in(combining, code)) return 0;
  return is_in(wide, code) ? 2 : 1;
}

/// Takes the first character of a well-formed text off its front; how many columns that takes.
std::int64_t take_first(std::string_view& text) {
  const Character c = first_character(text);
  text.remove_prefix(std::max<std::size_t>(c.bytes, 1));
  return columns_of(c.code);
}

/// How many bytes of the front take at most so many columns.
std::size_t front_of(std::string_view text, std::int64_t columns) {
  std::string_view rest = text;
  while (!rest.empty()) {
    std::string_view next = rest;
    columns -= take_first(next);
    if (columns < 0) break;
    rest = next;
  }
  return text.size() - rest.size();
}

/// How many bytes at the end take at most so many columns, from a character that is no combining mark.
std::size_t back_of(std::string_view text, std::int64_t columns) {
  std::int64_t all = 0;
  for (std::string_view rest = text; !rest.empty();) all += take_first(rest);
  std::string_view rest = text;
  while (!rest.empty()) {
    std::string_view next = rest;
    const std::int64_t first = take_first(next);
    if (all <= columns && first != 0) break;
    all -= first;
    rest = next;
  }
  return rest.size();
}

bool is_hash_of_rust(std::string_view part) {
  return part.size() == 17 && part.front() == 'h' &&
         part.substr(1).find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// Closures, hashes, operators and addresses need the name before them.
bool says_something(std::string_view part) {
  if (part.empty()) return false;
  const char first = part.front();
  const bool is_word = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || first == '_' ||
                       first == '~' || static_cast<unsigned char>(first) >= 0x80;
  return is_word && !is_hash_of_rust(part) && part.substr(0, 8) != "operator";
}

/// What a bracket at this place adds to the depth; the arrow of `->` closes nothing.
int depth_change(std::string_view name, std::size_t at) {
  constexpr std::string_view opening = "<([{";
  constexpr std::string_view closing = ">)]}";
  if (opening.find(name[at]) != std::string_view::npos) return 1;
  if (closing.find(name[at]) == std::string_view::npos) return 0;
  return name[at] == '>' && at > 0 && name[at - 1] == '-' ? 0 : -1;
}

}  // namespace

std::string_view without_first_part(std::string_view name) {
  int depth = 0;
  for (std::size_t i = 0; i + 1 < name.size(); ++i) {
    depth = std::max(0, depth + depth_change(name, i));
    if (depth != 0) continue;
    const bool is_scope = name[i] == ':' && name[i + 1] == ':';
    if (!is_scope && name[i] != '/') continue;
    const std::string_view rest = name.substr(i + (is_scope ? 2 : 1));
    if (says_something(rest)) return rest;
  }
  return name;
}

std::string_view with_parts_that_fit(std::string_view name, std::int64_t columns) {
  while (front_of(name, columns) < name.size()) {
    const std::string_view shorter = without_first_part(name);
    if (shorter == name) break;
    name = shorter;
  }
  return name;
}

std::string_view without_module(std::string_view name) {
  const std::size_t tick = name.find('`');
  return tick == std::string_view::npos || tick + 1 == name.size() ? name : name.substr(tick + 1);
}

std::string fitted(std::string_view text, std::int64_t columns, bool cuts_left) {
  if (columns <= 0) return {};
  if (front_of(text, columns) == text.size()) return std::string(text);
  const std::int64_t room = columns - static_cast<std::int64_t>(ellipsis.size());
  const std::size_t bytes = room <= 0 ? 0 : cuts_left ? back_of(text, room) : front_of(text, room);
  if (bytes == 0) return {};
  if (cuts_left) return std::string(ellipsis).append(text.substr(text.size() - bytes));
  return std::string(text.substr(0, bytes)).append(ellipsis);
}

}  // namespace profconv::flamegraph
