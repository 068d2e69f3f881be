// SPDX-License-Identifier: Apache-2.0
// Keeping and counting text.
#include "readers/dtrace/forms/text_lines.h"

#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

constexpr std::size_t longest_words = 80;

/// What a shell shows of the command that made the recording.
bool is_command(std::string_view text) { return text.find("dtrace -") != std::string_view::npos; }

}  // namespace

std::string shortened(std::string_view text) {
  std::string_view words = trimmed(text);
  if (words.size() <= longest_words) return std::string(words);
  return std::string(words.substr(0, longest_words)) + "...";
}

void TextLines::count(std::string_view line, std::uint64_t number) {
  const std::string_view text = trimmed(line);
  const std::size_t blank = text.rfind(' ');
  if (blank != std::string_view::npos && parse_number(text.substr(blank + 1))) ++numbers_;
  if (++count_ != 1) return;
  first_line_ = number;
  first_words_ = shortened(line);
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
}

std::string TextLines::take_key(std::uint64_t line) {
  std::string key;
  if (last_.line != line || of_probe_) return key;
  key.swap(last_.text);
  if (!key.empty()) --count_;
  // A heading stands apart from the keys below it.
  if (above_.line + 1 < line) {
    last_.text.swap(above_.text);
    last_.line = above_.line;
  }
  above_.text.clear();
  return key;
}

void TextLines::within(std::string_view line, std::uint64_t number) {
  count(line, number);
  within_.text = shortened(line);
  within_.line = number;
  within_indent_ = leading_blanks(line);
}

void TextLines::within_was_between() {
  last_ = within_;
  of_probe_ = false;
  within_.text.clear();
}

void TextLines::take(TextBefore& before, bool enough_blanks) {
  if (last_.text.empty()) return;
  before.text = shortened(last_.text);
  before.line = last_.line;
  before.of_probe = of_probe_;
  before.is_heading = of_probe_ || enough_blanks || is_command(last_.text);
  if (before.is_heading) ++headings_;
  forget();
}

void TextLines::report() const {
  if (count_ == headings_) return;
  const std::uint64_t lines = count_ - headings_;
  std::string message = "text that is no part of the results is left out: " + std::to_string(lines) +
                        (lines == 1 ? " line" : " lines") + "; the first text: '" + first_words_ + "'";
  if (numbers_ > 2) {
    message += "; " + std::to_string(numbers_) +
               " lines end in a number: if printa() printed them with a format, --set dtrace.printa=FORMAT or "
               "dtrace.script=FILE reads them";
  }
  report_.note("dtrace.text", first_line_, message);
}

}  // namespace profconv::dtrace
