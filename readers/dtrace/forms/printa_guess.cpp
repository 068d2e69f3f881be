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

#include "readers/dtrace/forms/printa_form.h"
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

std::optional<PrintaForm> common_form(const std::vector<Around>& stacks, const Lines& first) {
  PrintaForm form;
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

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

/// The word right before a number, in small letters; empty where only blanks and marks are.
std::string word_before_number(std::string_view text) {
  const std::size_t end = text.find_last_not_of(" :=\t([") + 1;
  std::size_t begin = end;
  std::string word;
  while (begin > 0 && is_letter(text[begin - 1])) --begin;
  for (const char c : text.substr(begin, end - begin))
    word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return end != text.size() ? word : std::string();
}

/// Whether such a word names a value.
bool names_value(std::string_view word) {
  constexpr std::array<std::string_view, 11> words{"count", "samples", "hits",  "total", "sum", "value",
                                                   "bytes", "time",    "calls", "ns",    "n"};
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Whether one names a key.
bool names_key(std::string_view word) {
  constexpr std::array<std::string_view, 14> words{"tid", "pid", "ppid", "cpu",  "uid",  "gid", "id",
                                                   "lwp", "fd",  "port", "zone", "prio", "pri", "timestamp"};
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// The number-th number of a form, counted over all its lines.
struct Numbers {
  std::size_t count = 0;
  std::size_t in_tail = 0;
  std::size_t last_in_tail = 0;
  std::size_t nameless = 0;        ///< those whose word names neither a value nor a key, or is missing
  std::vector<std::size_t> named;  ///< as values are
};

Numbers numbers_of(const PrintaForm& form, std::size_t tail_length) {
  Numbers numbers;
  for (std::size_t line = 0; line < form.size(); ++line) {
    for (std::size_t i = 0; i < form[line].size(); ++i) {
      if (form[line][i].kind != PrintaPart::Kind::number) continue;
      const std::string before = i == 0 ? "" : (i == 1 ? "" : form[line][i - 2].text) + form[line][i - 1].text;
      const std::string word = word_before_number(before);
      if (names_value(word)) numbers.named.push_back(numbers.count);
      if (!names_value(word) && !names_key(word)) ++numbers.nameless;
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
void append_lines(std::string& written, const PrintaForm& form, std::size_t begin, std::size_t end,
                  std::optional<std::size_t> value) {
  std::size_t number = 0;
  for (std::size_t line = 0; line < end; ++line) {
    for (const PrintaPart& part : form[line]) {
      const bool is_number = part.kind == PrintaPart::Kind::number;
      const bool is_value = is_number && value == number;
      if (is_number) ++number;
      if (line < begin) continue;
      if (is_number) {
        written += is_value ? "%@d" : "%d";
      } else if (part.kind == PrintaPart::Kind::text) {
        written += "%s";
      } else {
        append_literal(written, part.text);
      }
    }
    if (line >= begin) written += "\\n";
  }
}

/// How many columns and names of values a text has.
std::size_t columns_in(std::string_view text) {
  std::size_t columns = 0;
  for (std::size_t at = text.find("  "); at < text.size(); at = text.find("  ", text.find_first_not_of(' ', at)))
    ++columns;
  for (std::size_t at = text.find_first_of(":="); at < text.size(); at = text.find_first_of(":=", at + 1)) ++columns;
  return columns;
}

/// Whether a text key holds columns or names of values, or what stands before the first word of a line:
///
///   NAME:         python3 calls=
///   > python3 calls=
bool holds_columns(const PrintaForm& form, const Lines& lines) {
  std::size_t of_form = 0;
  std::size_t of_lines = 0;
  for (std::size_t i = 0; i < form.size(); ++i) {
    const bool begins_with_text = !form[i].empty() && form[i].front().kind == PrintaPart::Kind::text;
    if (begins_with_text && std::isalnum(static_cast<unsigned char>(lines[i].front())) == 0) return true;
    of_lines += columns_in(lines[i]);
    for (const PrintaPart& part : form[i]) of_form += columns_in(part.text);
  }
  return of_lines > of_form;
}

/// Whether a text key is a number before some of the stacks, as those of %x are, or ends in one that may be a key of
/// its own:
///
///   NAME:mysqld 1935
bool has_number_as_text(const PrintaForm& form) {
  return std::any_of(form.begin(), form.end(), [](const auto& parts) {
    return std::any_of(parts.begin(), parts.end(), [](const PrintaPart& part) {
      const std::string_view text = trimmed(part.text);
      return part.kind == PrintaPart::Kind::text && parse_number(text.substr(text.rfind(' ') + 1)).has_value();
    });
  });
}

/// Whether a line is a value in default form.
bool is_default_value(std::string_view line) { return line.size() >= value_width && parse_number(trimmed(line)); }

}  // namespace

std::optional<GuessedFormat> guess_format(const std::vector<std::string_view>& lines) {
  const std::vector<Around> stacks = stacks_in(lines);
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
  const bool has_other = numbers.named.empty() ? numbers.count > 1 || has_number_as_text(*form) : numbers.nameless != 0;
  guess.is_assumed = has_other || holds_columns(*form, between);
  append_lines(guess.written, *form, tail_length, form->size(), value);
  // A stack begins with a newline of its own.
  if (guess.written.ends_with("\\n")) guess.written.resize(guess.written.size() - 2);
  guess.written += "%k";
  append_lines(guess.written, *form, 0, tail_length, value);
  return guess;
}

}  // namespace profconv::dtrace
