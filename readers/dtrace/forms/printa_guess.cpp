// SPDX-License-Identifier: Apache-2.0
// Comparing what stands around stacks.
#include "readers/dtrace/forms/printa_guess.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "readers/dtrace/text/frame_text.h"
#include "readers/dtrace/text/line.h"
#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

constexpr std::size_t most_lines_around = 4;
constexpr std::size_t fewest_stacks = 2;

using Lines = std::vector<std::string_view>;

bool is_bare_frame(std::string_view line) { return !line.empty() && line.front() != ' ' && is_frame(line); }

/// What stands around a stack: `before` and `after` it, up to the stacks next to it.
struct Around {
  Lines before;
  Lines after;
};

std::vector<Around> stacks_in(const Lines& lines) {
  std::vector<Around> stacks;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < lines.size();) {
    if (!is_bare_frame(lines[i])) {
      ++i;
      continue;
    }
    const Lines between(lines.begin() + static_cast<std::ptrdiff_t>(begin),
                        lines.begin() + static_cast<std::ptrdiff_t>(i));
    if (!stacks.empty()) stacks.back().after = between;
    stacks.push_back({.before = between, .after = {}});
    while (i < lines.size() && is_bare_frame(lines[i])) ++i;
    begin = i;
  }
  // What follows the last stack may be cut.
  if (!stacks.empty()) stacks.pop_back();
  return stacks;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.'; }

/// A part of a line: a word, or what stands between two.
struct Part {
  enum class Kind : std::uint8_t { literal, number, text };

  Kind kind = Kind::literal;
  std::string text;
};

std::vector<Part> parts_of(std::string_view line) {
  std::vector<Part> parts;
  for (std::size_t begin = 0; begin < line.size();) {
    const bool word = is_word(line[begin]);
    std::size_t end = begin + 1;
    while (end < line.size() && is_word(line[end]) == word) ++end;
    const std::string_view text = line.substr(begin, end - begin);
    const bool number = word && parse_number(text).has_value();
    parts.push_back({number ? Part::Kind::number : Part::Kind::literal, std::string(text)});
    begin = end;
  }
  return parts;
}

/// Where a value begins whose name stands before it, as in `TID:2`: after the name and its colon.
std::vector<std::size_t> named_values(const std::vector<Part>& parts) {
  std::vector<std::size_t> places;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const bool has_name = parts[i - 1].kind == Part::Kind::literal &&
                          std::isalpha(static_cast<unsigned char>(parts[i - 1].text.front())) != 0;
    if (has_name && (parts[i].text.front() == ':' || parts[i].text.front() == '=')) places.push_back(i + 1);
  }
  return places;
}

/// What stands from `begin` to `end`: a number alone, or a text.
void append_value(std::vector<Part>& form, std::span<const Part> one, std::span<const Part> other) {
  const auto is_blank = [](const Part& part) { return part.text.find_first_not_of(' ') == std::string::npos; };
  const bool both_end_blank = !one.empty() && !other.empty() && is_blank(one.back()) && is_blank(other.back()) &&
                              one.back().text == other.back().text;
  const Part blanks = both_end_blank ? one.back() : Part{};
  if (both_end_blank) {
    one = one.first(one.size() - 1);
    other = other.first(other.size() - 1);
  }
  const bool are_numbers = one.size() == 1 && other.size() == 1 && one.front().kind == Part::Kind::number &&
                           other.front().kind == Part::Kind::number;
  if (are_numbers) {
    form.push_back(one.front());
  } else if (!one.empty() || !other.empty()) {
    form.push_back({Part::Kind::text, "x"});
  }
  if (both_end_blank) form.push_back(blanks);
}

/// Takes in a line with other words, of which a text may be several, by the names of its values. False: names differ.
bool take_by_names(std::vector<Part>& form, const std::vector<Part>& parts) {
  const std::vector<std::size_t> of_form = named_values(form);
  const std::vector<std::size_t> of_line = named_values(parts);
  std::vector<Part> taken;
  std::size_t form_at = 0;
  std::size_t line_at = 0;
  std::size_t next = 0;
  for (const std::size_t place : of_form) {
    std::size_t found = next;
    while (found < of_line.size() && parts[of_line[found] - 2].text != form[place - 2].text) ++found;
    if (found == of_line.size() || parts[of_line[found] - 1].text != form[place - 1].text) continue;
    const std::span one(form.data() + form_at, place - 2 - form_at);
    append_value(taken, one, std::span(parts.data() + line_at, of_line[found] - 2 - line_at));
    taken.push_back({Part::Kind::literal, form[place - 2].text});
    taken.push_back({Part::Kind::literal, form[place - 1].text});
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

/// Takes the words of another line into a form: what differs is a key. False: the two have no form in common.
bool take_into(std::vector<Part>& form, std::string_view line) {
  const std::vector<Part> parts = parts_of(line);
  if (parts.size() != form.size()) return take_by_names(form, parts);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool differs = parts[i].text != form[i].text && form[i].kind != Part::Kind::text;
    if (differs && is_word(parts[i].text.front()) != is_word(form[i].text.front())) return take_by_names(form, parts);
    if (differs && !is_word(parts[i].text.front())) return take_by_names(form, parts);
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool both_numbers = form[i].kind == Part::Kind::number && parts[i].kind == Part::Kind::number;
    if (parts[i].text != form[i].text && !both_numbers) form[i].kind = Part::Kind::text;
  }
  return true;
}

bool alike(std::string_view one, std::string_view other) {
  std::vector<Part> form = parts_of(one);
  return take_into(form, other);
}

using Form = std::vector<std::vector<Part>>;

std::optional<Form> common_form(const std::vector<Around>& stacks, const Lines& first) {
  Form form;
  for (const std::string_view line : first) form.push_back(parts_of(line));
  std::size_t unlike = 0;
  for (const Around& stack : stacks) {
    const bool like =
        stack.after.size() == first.size() && std::equal(first.begin(), first.end(), stack.after.begin(), alike);
    if (!like) {
      ++unlike;
      continue;
    }
    for (std::size_t i = 0; i < form.size(); ++i) static_cast<void>(take_into(form[i], stack.after[i]));
  }
  // A program that prints into the same file may have cut a few.
  if (unlike * 10 > stacks.size()) return std::nullopt;
  return form;
}

/// How many lines at the end of what stands between two stacks are the head of the second: as many as stand, in the
/// same form, before the first stack of all.
std::size_t head_length(const Lines& between, const Lines& before_first) {
  std::size_t length = 0;
  while (length < between.size() && length < before_first.size() &&
         alike(between[between.size() - 1 - length], before_first[before_first.size() - 1 - length])) {
    ++length;
  }
  return length;
}

/// Whether the text before a number names a value.
bool names_value(std::string_view text) {
  constexpr std::array<std::string_view, 11> words{"count", "samples", "hits",  "total", "sum", "value",
                                                   "bytes", "time",    "calls", "ns",    "n"};
  const std::size_t end = text.find_last_not_of(" :=\t([") + 1;
  std::size_t begin = end;
  std::string word;
  while (begin > 0 && std::isalpha(static_cast<unsigned char>(text[begin - 1])) != 0) --begin;
  for (const char c : text.substr(begin, end - begin))
    word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return end != text.size() && std::find(words.begin(), words.end(), word) != words.end();
}

/// The number-th number of a form, counted over all its lines.
struct Numbers {
  std::size_t count = 0;
  std::size_t in_tail = 0;
  std::size_t last_in_tail = 0;
  std::vector<std::size_t> named;
};

Numbers numbers_of(const Form& form, std::size_t tail_length) {
  Numbers numbers;
  for (std::size_t line = 0; line < form.size(); ++line) {
    for (std::size_t i = 0; i < form[line].size(); ++i) {
      if (form[line][i].kind != Part::Kind::number) continue;
      const std::string before = i == 0 ? "" : (i == 1 ? "" : form[line][i - 2].text) + form[line][i - 1].text;
      if (names_value(before)) numbers.named.push_back(numbers.count);
      if (line < tail_length) {
        ++numbers.in_tail;
        numbers.last_in_tail = numbers.count;
      }
      ++numbers.count;
    }
  }
  return numbers;
}

std::optional<std::size_t> value_of(const Numbers& numbers) {
  if (numbers.named.size() == 1) return numbers.named.front();
  if (numbers.named.empty() && numbers.in_tail == 1) return numbers.last_in_tail;
  if (numbers.named.empty() && numbers.count == 1) return 0;
  return std::nullopt;
}

void append_literal(std::string& written, std::string_view text) {
  for (const char c : text) {
    if (c == '%' || c == '\\' || c == '"') written += c == '%' ? '%' : '\\';
    written += c;
  }
}

/// Writes the lines from `begin` to `end`, each with its newline.
void append_lines(std::string& written, const Form& form, std::size_t begin, std::size_t end,
                  std::optional<std::size_t> value) {
  std::size_t number = 0;
  for (std::size_t line = 0; line < end; ++line) {
    for (const Part& part : form[line]) {
      const bool is_number = part.kind == Part::Kind::number;
      const bool is_value = is_number && value == number;
      if (is_number) ++number;
      if (line < begin) continue;
      if (is_number) {
        written += is_value ? "%@d" : "%d";
      } else if (part.kind == Part::Kind::text) {
        written += "%s";
      } else {
        append_literal(written, part.text);
      }
    }
    if (line >= begin) written += "\\n";
  }
}

/// Whether a line is a value in default form.
bool is_default_value(std::string_view line) { return line.size() >= value_width && parse_number(trimmed(line)); }

}  // namespace

std::optional<GuessedFormat> guess_format(std::string_view head) {
  const std::vector<Around> stacks = stacks_in(first_lines(head));
  if (stacks.size() < fewest_stacks) return std::nullopt;
  const Lines& between = stacks.front().after;
  if (between.empty() || between.size() > most_lines_around || is_default_value(between.front())) return std::nullopt;
  const auto form = common_form(stacks, between);
  if (!form) return std::nullopt;
  const std::size_t tail_length = between.size() - head_length(between, stacks.front().before);
  const Numbers numbers = numbers_of(*form, tail_length);
  // A number alone behind each stack is the default form, with its blanks lost.
  const bool plain = tail_length > 0 && numbers.count == 1 && numbers.in_tail == 1 && form->front().size() == 1;
  if (numbers.count == 0 || plain) return std::nullopt;
  GuessedFormat guess;
  const auto value = value_of(numbers);
  guess.has_value = value.has_value();
  guess.is_assumed = numbers.named.empty() && numbers.count > 1;
  append_lines(guess.written, *form, tail_length, form->size(), value);
  // A stack begins with a newline of its own.
  if (guess.written.ends_with("\\n")) guess.written.resize(guess.written.size() - 2);
  guess.written += "%k";
  append_lines(guess.written, *form, 0, tail_length, value);
  return guess;
}

}  // namespace profconv::dtrace
