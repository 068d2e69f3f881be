// SPDX-License-Identifier: Apache-2.0
// Finding and replacing what web pages make of blanks and of `<`, `>` and `&`.
#include "readers/dtrace/text/web_text.h"

#include <algorithm>
#include <array>

namespace profconv::dtrace {

namespace {

struct Replacement {
  std::string_view written;
  char meant;
};

constexpr std::string_view no_break_space = "\xc2\xa0";

constexpr std::array<Replacement, 19> replacements{{{no_break_space, ' '},
                                                    {"&nbsp;", ' '},
                                                    {"&#160;", ' '},
                                                    {"&#xa0;", ' '},
                                                    {"&lt;", '<'},
                                                    {"&gt;", '>'},
                                                    {"&amp;", '&'},
                                                    {"&quot;", '"'},
                                                    {"&apos;", '\''},
                                                    {"&#39;", '\''},
                                                    {"&#x27;", '\''},
                                                    {"&#34;", '"'},
                                                    {"&#38;", '&'},
                                                    {"&#60;", '<'},
                                                    {"&#62;", '>'},
                                                    {"&#x22;", '"'},
                                                    {"&#x26;", '&'},
                                                    {"&#x3c;", '<'},
                                                    {"&#x3e;", '>'}}};

bool contains(std::string_view line, std::string_view word) { return line.find(word) != std::string_view::npos; }

/// Text may hold a single no-break space between two words; columns hold it beside another blank.
bool has_web_blanks(std::string_view line, std::string_view blank) {
  for (std::size_t at = line.find(blank); at != std::string_view::npos; at = line.find(blank, at + blank.size())) {
    const std::string_view rest = line.substr(at + blank.size());
    if (at == 0 || line[at - 1] == ' ' || rest.starts_with(' ') || rest.starts_with(blank)) return true;
  }
  return false;
}

/// What the line begins with; null: itself.
const Replacement* replacement_at(std::string_view line) {
  const auto* const found = std::find_if(replacements.begin(), replacements.end(),
                                         [&](const Replacement& each) { return line.starts_with(each.written); });
  return found == replacements.end() ? nullptr : found;
}

/// Those that are written with a `;`, which names of functions hardly have.
bool has_web_characters(std::string_view line) {
  if (!contains(line, ";")) return false;
  for (std::size_t at = line.find('&'); at != std::string_view::npos; at = line.find('&', at + 1)) {
    const Replacement* const found = replacement_at(line.substr(at));
    if (found != nullptr && found->meant != ' ') return true;
  }
  return false;
}

bool is_web_line(std::string_view line) {
  const bool can_be = contains(line, "&") || contains(line, no_break_space.substr(0, 1));
  if (!can_be) return false;
  if (has_web_blanks(line, no_break_space) || has_web_blanks(line, "&nbsp;")) return true;
  return contains(line, "`") && has_web_characters(line);
}

}  // namespace

bool is_web_text(std::span<const std::string_view> lines) {
  return std::any_of(lines.begin(), lines.end(), is_web_line);
}

std::string without_web_characters(std::string_view line) {
  std::string text;
  while (!line.empty()) {
    const Replacement* const found = replacement_at(line);
    text += found == nullptr ? line.front() : found->meant;
    line.remove_prefix(found == nullptr ? 1 : found->written.size());
  }
  return text;
}

}  // namespace profconv::dtrace
