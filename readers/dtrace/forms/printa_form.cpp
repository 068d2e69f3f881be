// SPDX-License-Identifier: Apache-2.0
// Comparing lines word by word.
#include "readers/dtrace/forms/printa_form.h"

#include <cctype>
#include <cstddef>
#include <span>
#include <utility>

#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.'; }

/// Where a value begins whose name stands before it, as in `TID:2`: after the name and its colon.
std::vector<std::size_t> named_values(const std::vector<PrintaPart>& parts) {
  std::vector<std::size_t> places;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const bool has_name = parts[i - 1].kind == PrintaPart::Kind::literal &&
                          std::isalpha(static_cast<unsigned char>(parts[i - 1].text.front())) != 0;
    if (has_name && (parts[i].text.front() == ':' || parts[i].text.front() == '=')) places.push_back(i + 1);
  }
  return places;
}

std::string text_of(std::span<const PrintaPart> parts) {
  std::string text;
  for (const PrintaPart& part : parts) text += part.text;
  return text;
}

/// What two texts have in common: only whether both end in a number.
std::string common_text(std::span<const PrintaPart> one, std::span<const PrintaPart> other) {
  const auto ends_in_number = [](std::string_view text) {
    const std::size_t blank = text.rfind(' ');
    return blank != std::string_view::npos && parse_number(text.substr(blank + 1)).has_value();
  };
  const std::string text = text_of(one);
  return ends_in_number(text) && ends_in_number(text_of(other)) ? text : "x";
}

/// What stands from `begin` to `end`: a number alone, or a text.
void append_value(std::vector<PrintaPart>& form, std::span<const PrintaPart> one, std::span<const PrintaPart> other) {
  const auto is_blank = [](const PrintaPart& part) { return part.text.find_first_not_of(' ') == std::string::npos; };
  const bool both_end_blank = !one.empty() && !other.empty() && is_blank(one.back()) && is_blank(other.back()) &&
                              one.back().text == other.back().text;
  const PrintaPart blanks = both_end_blank ? one.back() : PrintaPart{};
  if (both_end_blank) {
    one = one.first(one.size() - 1);
    other = other.first(other.size() - 1);
  }
  const bool are_numbers = one.size() == 1 && other.size() == 1 && one.front().kind == PrintaPart::Kind::number &&
                           other.front().kind == PrintaPart::Kind::number;
  if (are_numbers) {
    form.push_back(one.front());
  } else if (!one.empty() || !other.empty()) {
    form.push_back({PrintaPart::Kind::text, common_text(one, other)});
  }
  if (both_end_blank) form.push_back(blanks);
}

/// Takes in a line with other words, of which a text may be several, by the names of its values. False: names differ.
bool take_by_names(std::vector<PrintaPart>& form, const std::vector<PrintaPart>& parts) {
  const std::vector<std::size_t> of_form = named_values(form);
  const std::vector<std::size_t> of_line = named_values(parts);
  std::vector<PrintaPart> taken;
  std::size_t form_at = 0;
  std::size_t line_at = 0;
  std::size_t next = 0;
  for (const std::size_t place : of_form) {
    std::size_t found = next;
    while (found < of_line.size() && parts[of_line[found] - 2].text != form[place - 2].text) ++found;
    if (found == of_line.size() || parts[of_line[found] - 1].text != form[place - 1].text) continue;
    const std::span one(form.data() + form_at, place - 2 - form_at);
    append_value(taken, one, std::span(parts.data() + line_at, of_line[found] - 2 - line_at));
    taken.push_back({PrintaPart::Kind::literal, form[place - 2].text});
    taken.push_back({PrintaPart::Kind::literal, form[place - 1].text});
    form_at = place;
    line_at = of_line[found];
    next = found + 1;
  }
  if (next == 0) return false;
  append_value(taken, std::span(form.data() + form_at, form.size() - form_at),
               std::span(parts.data() + line_at, parts.size() - line_at));
  form = std::move(taken);
  return true;
}

}  // namespace

std::vector<PrintaPart> parts_of(std::string_view line) {
  std::vector<PrintaPart> parts;
  for (std::size_t begin = 0; begin < line.size();) {
    const bool word = is_word(line[begin]);
    std::size_t end = begin + 1;
    while (end < line.size() && is_word(line[end]) == word) ++end;
    const std::string_view text = line.substr(begin, end - begin);
    const bool number = word && parse_number(text).has_value();
    parts.push_back({number ? PrintaPart::Kind::number : PrintaPart::Kind::literal, std::string(text)});
    begin = end;
  }
  return parts;
}

bool take_into(std::vector<PrintaPart>& form, std::string_view line) {
  const std::vector<PrintaPart> parts = parts_of(line);
  if (parts.size() != form.size()) return take_by_names(form, parts);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool differs = parts[i].text != form[i].text && form[i].kind != PrintaPart::Kind::text;
    if (differs && is_word(parts[i].text.front()) != is_word(form[i].text.front())) return take_by_names(form, parts);
    if (differs && !is_word(parts[i].text.front())) return take_by_names(form, parts);
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool both_numbers = form[i].kind == PrintaPart::Kind::number && parts[i].kind == PrintaPart::Kind::number;
    if (parts[i].text != form[i].text && !both_numbers) form[i].kind = PrintaPart::Kind::text;
  }
  return true;
}

bool alike(std::string_view one, std::string_view other) {
  std::vector<PrintaPart> form = parts_of(one);
  return take_into(form, other);
}

}  // namespace profconv::dtrace
