// SPDX-License-Identifier: Apache-2.0
// Keeping and counting text.
#include "readers/dtrace/forms/text_lines.h"

#include <algorithm>

#include "core/text/excerpts.h"
#include "readers/dtrace/text/lines.h"
#include "readers/dtrace/text/terminal_text.h"

namespace profconv::dtrace {

namespace {

constexpr std::size_t longest_words = 80;

/// What a shell shows of the command that made the recording.
bool is_command(std::string_view text) { return text.find("dtrace -") != std::string_view::npos; }

/// What joins digits to a name, an address, a date or a time.
bool is_joined(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '.' || c == '/' || c == '-' ||
         c == '_' || c == '#';
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_number(std::string_view word) {
  if (word.starts_with('-')) word.remove_prefix(1);
  return !word.empty() && std::all_of(word.begin(), word.end(), is_digit);
}

/// `sshd/3`, `1/1935` and `5/sshd`, which printf("%s/%d") and its like print; digits between others are a path, or a
/// date.
bool is_divided(std::string_view word) {
  const std::size_t slash = word.find('/');
  if (slash == std::string_view::npos) return false;
  const std::string_view rest = word.substr(slash + 1);
  const bool is_date = !rest.empty() && is_digit(rest.front()) && rest.find('/') != std::string_view::npos;
  return is_number(rest) || (is_number(word.substr(0, slash)) && !is_date);
}

/// Whether one of the words is a number that printa() may have printed: the 5 of `calls=5`, not that of `at 10.0.0.5`.
/// Without any letter, digits are numbers however they are joined: `1000/1`.
bool holds_number(std::string_view text) {
  if (const std::size_t date = find_date(text); date != std::string_view::npos) {
    return holds_number(text.substr(0, date)) || holds_number(text.substr(date + date_width));
  }
  if (std::none_of(text.begin(), text.end(), is_letter)) return std::any_of(text.begin(), text.end(), is_digit);
  for (auto begin = text.begin(); begin != text.end();) {
    begin = std::find_if(begin, text.end(), is_joined);
    const auto end = std::find_if_not(begin, text.end(), is_joined);
    const std::string_view word(begin, end);
    if (is_number(word) || is_divided(word)) return true;
    begin = end;
  }
  return false;
}

/// Whether a name is right before a number: `NAME:  363`, `@x = 5`.
bool names_number(std::string_view text) {
  for (std::size_t at = text.find_first_of(":="); at != std::string_view::npos; at = text.find_first_of(":=", at + 1)) {
    const std::string_view rest = text.substr(at + 1);
    const std::string_view word = rest.substr(std::min(rest.find_first_not_of(' '), rest.size()));
    if (holds_number(word.substr(0, word.find_first_of(" \t,;")))) return true;
  }
  return false;
}

/// Whether the text holds a negative integer: `a -4 b` and `/-4/`, but not `2026-11-4` and `-4.5`.
bool holds_negative(std::string_view text) {
  for (std::size_t at = text.find('-'); at != std::string_view::npos; at = text.find('-', at + 1)) {
    const std::string_view rest = text.substr(at + 1);
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    const std::string_view behind = rest.substr(digits, 1);
    const bool begins = at == 0 || text[at - 1] == '/' || !is_joined(text[at - 1]);
    if (begins && digits != 0 && (behind == "/" || behind.empty() || !is_joined(behind.front()))) return true;
  }
  return false;
}

/// Whether a text begins or ends with a number, names one, has one in a column or a negative one, as a record rather
/// does than a heading.
bool is_like_record(std::string_view text) {
  text = trimmed(text);
  const std::size_t first = std::min(text.find(' '), text.size());
  const std::size_t last = text.rfind(' ') + 1;
  // Bars are between columns.
  const bool has_columns = text.find('|') != std::string_view::npos && holds_number(text);
  return has_columns || holds_negative(text) || holds_number(text.substr(0, first)) ||
         holds_number(text.substr(last)) || names_number(text);
}

/// What version control puts above and below two versions of a text that it could not merge.
bool is_conflict_mark(std::string_view line) { return line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> "); }

}  // namespace

std::string shortened(std::string_view text) { return profconv::shortened(trimmed(text), longest_words); }

void TextLines::count(std::string_view line, std::uint64_t number) {
  if (line.find(escape) != std::string_view::npos) {
    report_.data_loss("dtrace.text_numbers", number,
                      "this line has a terminal's codes for colors, and is skipped: it may be part of a record");
  }
  if (is_conflict_mark(line) && !of_program_.can_be(line)) {
    report_.data_loss("dtrace.conflict", number,
                      "'" + shortened(line) + "' marks two versions of this text, and both are added: keep one");
  }
  if (may_be_record(line) && ++numbers_ == 1) {
    first_number_.line = number;
    first_number_.text = shortened(line);
  }
  if (++count_ != 1) return;
  first_line_ = number;
  first_words_ = shortened(line);
}

bool TextLines::may_be_record(std::string_view line) const {
  return (holds_number(line) || holds_negative(line)) && !of_program_.can_be(line);
}

void TextLines::between(std::string_view line, std::uint64_t number, bool of_probe) {
  count(line, number);
  // The interrupt that ended the recording, as the terminal shows it.
  const bool interrupt = trimmed(line) == "^C";
  if (interrupt && is_command(last_.text)) return;
  of_probe_ = of_probe;
  above_.text.swap(last_.text);
  above_.line = last_.line;
  last_.line = number;
  last_.text = interrupt ? std::string_view() : trimmed(line);
  constexpr std::size_t most_kept = 1024;
  if (last_.lines.size() > most_kept) last_.lines.erase(0, last_.lines.find('\n', most_kept / 2) + 1);
  if (last_.text.size() < most_kept) last_.lines.append(last_.text) += '\n';
}

std::string TextLines::take_key(std::uint64_t line) {
  std::string key;
  if (last_.line != line || of_probe_) return key;
  key.swap(last_.text);
  if (!key.empty()) {
    --count_;
    if (may_be_record(key)) --numbers_;
  }
  // A heading stands apart from the keys below it.
  if (above_.line + 1 < line) {
    last_.text.swap(above_.text);
    last_.line = above_.line;
  }
  above_.text.clear();
  return key;
}

/// Whether neither the D program nor the shell that started it prints such a line.
bool TextLines::is_unexplained(std::string_view text) const {
  return !text.empty() && text != "^C" && !is_command(text) && of_program_.is_of_program() && !of_program_.can_be(text);
}

void TextLines::compare_with_key_below(std::uint64_t line) const {
  if (last_.line + 1 != line || !is_unexplained(last_.text)) return;
  report_.data_loss("dtrace.lost_keys", last_.line,
                    "this line is left out, and may be the first of the key below it, which the format prints as text");
}

void TextLines::compare_with_key_above(std::string_view text, std::uint64_t line) const {
  if (!is_unexplained(trimmed(text))) return;
  report_.data_loss("dtrace.lost_keys", line,
                    "this line is left out, and may be the end of the key above it, which the format prints as text");
}

void TextLines::within(std::string_view line, std::uint64_t number) {
  count(line, number);
  within_.text = shortened(line);
  within_.line = number;
  within_indent_ = leading_blanks(line);
}

bool TextLines::is_elision_within(std::string_view line, bool stacks_have_values) const {
  constexpr std::string_view mark_of_grep = "--";
  const bool is_of_grep = trimmed(line) == mark_of_grep && stacks_have_values && !of_program_.can_be(mark_of_grep);
  return is_of_grep || is_elision(line);
}

void TextLines::report_elided(std::string_view line, std::uint64_t number) const {
  report_.data_loss("dtrace.elided", number,
                    "'" + shortened(line) + "': records are left out of this text here; sums are those of the rest");
}

void TextLines::report_unindented(std::string_view line, std::uint64_t number) const {
  report_.data_loss(
      "dtrace.unindented_text", number,
      "'" + shortened(line) +
          "' is left out of a stack without indentation: if it is a frame, record without -x stackindent=0");
}

void TextLines::within_was_between() {
  last_ = within_;
  of_probe_ = false;
  within_.text.clear();
}

void TextLines::take(TextBefore& before, bool enough_blanks) {
  if (last_.text.empty()) return;
  before.text = shortened(last_.text);
  before.lines.swap(last_.lines);
  before.line = last_.line;
  before.of_probe = of_probe_;
  before.is_heading = of_probe_ || enough_blanks || is_command(last_.text);
  compare_headings(before.is_heading);
  if (before.is_heading) {
    ++headings_;
    if (may_be_record(last_.text) && !of_program_.is_of_program() && !is_like_record(last_.text)) --numbers_;
  }
  forget();
}

/// A line below a heading that stood right above a print before may be output of another program, as may one between a
/// text that is a heading later and a print.
void TextLines::compare_headings(bool is_heading) {
  constexpr std::size_t most_kept = 256;
  if (!is_heading && !above_.text.empty() && passed_over_.size() < most_kept) passed_over_.insert(above_.text);
  if (is_heading && passed_over_.erase(last_.text) != 0 && !of_program_.is_of_program()) {
    report_.data_loss(
        "dtrace.heading", last_.line,
        "'" + shortened(last_.text) + "' is a heading here; above, other text stands between it and a print");
  }
  const bool is_new = !headings_seen_.contains(last_.text);
  if (is_new && is_heading && headings_seen_.size() < most_kept) headings_seen_.insert(last_.text);
  if (!is_new || !headings_seen_.contains(above_.text) || of_program_.can_be(last_.text)) return;
  report_.data_loss("dtrace.heading", last_.line,
                    "'" + shortened(last_.text) + "' is read as the heading of another aggregation; it stands below '" +
                        shortened(above_.text) + "', which was one itself");
}

void TextLines::report() const {
  const std::uint64_t lines = count_ - headings_;
  if (numbers_ != 0) {
    return report_.data_loss(
        "dtrace.text_numbers", first_number_.line,
        "skipped " + std::to_string(numbers_) + (numbers_ == 1 ? " line" : " lines") +
            " of text with numbers; if printa() printed them: --set dtrace.printa=FORMAT; the first: '" +
            first_number_.text + "'");
  }
  if (lines == 0) return;
  report_.note("dtrace.text", first_line_,
               "skipped text that is not part of the results: " + std::to_string(lines) +
                   (lines == 1 ? " line" : " lines") + "; the first text: '" + first_words_ + "'");
}

}  // namespace profconv::dtrace
