// SPDX-License-Identifier: Apache-2.0
// Judging lines, each by itself.
#include "readers/collapsed/check.h"

#include <algorithm>
#include <string>

#include "core/text/blanks.h"

namespace profconv::collapsed_in {

void Check::frames(std::string_view stack, const Location& where) {
  if (stack.empty()) {
    context_.data_loss("collapsed.empty_stack", where, "no stack before the number: other readers skip the line");
    return;
  }
  if (!stack.starts_with(';') && !stack.ends_with(';') && stack.find(";;") == std::string_view::npos) return;
  context_.data_loss("collapsed.empty_frame", where,
                     "a frame has no name: a ';' too many, or a name that its writer has lost");
}

void Check::blanks_around(const CheckedLine& line, const Location& where) {
  const std::string_view text = line.text;
  if (is_blank(text.back())) {
    context_.data_loss("collapsed.trailing_blank", where, "blanks after the number: some readers reject the line");
  }
  // A blank is all that a line without a stack has in front of its number.
  if (is_blank(text.front()) && !line.stack.empty()) {
    context_.data_loss("collapsed.leading_blank", where,
                       "blanks before the stack: other readers take them for a part of the first frame's name");
  }
}

void Check::line(const CheckedLine& line, const Location& where) {
  ++lines_;
  blanks_around(line, where);
  frames(line.stack, where);
  const std::string_view text = without_trailing_blanks(line.text);
  const auto number_end = std::find_if(text.rbegin(), text.rend(), is_blank);
  if (!std::all_of(text.rbegin(), number_end, [](char c) { return c >= '0' && c <= '9'; })) {
    context_.data_loss("collapsed.number", where,
                       "the value has a sign, a fraction or an exponent: speedscope refuses the file, others round or "
                       "skip the line");
  }
  if (line.is_known_stack) {
    context_.note("collapsed.duplicate", where, "a line before has the same stack: readers add the values");
  }
  if (line.is_crlf) crlf_.add(where);
  (line.has_two_numbers ? two_numbers_ : one_number_).add(where);
}

void Check::comment(const Location& where) {
  context_.note("collapsed.comment", where,
                "the format has no comments: other readers skip the line, or refuse the file");
}

void Check::finish(std::size_t columns) {
  if (crlf_.lines != 0) {
    context_.data_loss("collapsed.crlf", crlf_.first,
                       std::to_string(crlf_.lines) + " of " + std::to_string(lines_) +
                           " lines end in CR LF: some readers take the CR for a part of the number");
  }
  if (columns == 2 || two_numbers_.lines == 0 || one_number_.lines == 0) return;
  const Count& fewer = two_numbers_.lines < one_number_.lines ? two_numbers_ : one_number_;
  context_.data_loss(
      "collapsed.columns", fewer.first,
      std::to_string(two_numbers_.lines) + " of " + std::to_string(lines_) +
          " lines end in two numbers and the others in one: the first of two is read as a part of the name");
}

}  // namespace profconv::collapsed_in
