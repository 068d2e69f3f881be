// SPDX-License-Identifier: Apache-2.0
// Keeping and counting text.
#include "readers/dtrace/text_lines.h"

#include "readers/dtrace/lines.h"

namespace profconv::dtrace {

namespace {

constexpr std::size_t longest_words = 80;

}  // namespace

std::string shortened(std::string_view text) {
  std::string_view words = trimmed(text);
  if (words.size() <= longest_words) return std::string(words);
  return std::string(words.substr(0, longest_words)) + "...";
}

void TextLines::count(std::string_view line, std::uint64_t number) {
  if (++count_ != 1) return;
  first_line_ = number;
  first_words_ = shortened(line);
}

void TextLines::between(std::string_view line, std::uint64_t number, bool of_probe) {
  count(line, number);
  of_probe_ = of_probe;
  last_.line = number;
  // The interrupt that ended the recording, as the terminal shows it.
  last_.text = trimmed(line) == "^C" ? std::string() : shortened(line);
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
  before.text.swap(last_.text);
  before.line = last_.line;
  before.is_heading = of_probe_ || enough_blanks;
  if (before.is_heading) ++headings_;
  last_.text.clear();
}

void TextLines::report() const {
  if (count_ == headings_) return;
  const std::uint64_t lines = count_ - headings_;
  report_.note("dtrace.text", first_line_,
               "text that is no part of the results is left out: " + std::to_string(lines) +
                   (lines == 1 ? " line" : " lines") + "; the first text: '" + first_words_ + "'");
}

}  // namespace profconv::dtrace
