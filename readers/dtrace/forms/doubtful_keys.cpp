// SPDX-License-Identifier: Apache-2.0
// Comparing keys with those of other records.
#include "readers/dtrace/forms/doubtful_keys.h"

#include <algorithm>

#include "readers/dtrace/text/frame_text.h"
#include "readers/dtrace/text/line.h"
#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

bool ends_in_blank(std::string_view text) { return text.ends_with(' ') || text.ends_with('\t'); }

/// Blanks fill a text key up to its width, unless copying or an editor cut them off. What ends in other blanks or in a
/// mark, or holds a tab, a format of printa() printed:
///
///     job-1/job-11  \t
///              value  ------------- Distribution ------------- count
bool is_of_format(std::string_view text, std::size_t begin) {
  constexpr std::string_view marks = ",:;|/=";
  if (ends_in_blank(text)) return text.size() != begin + text_width;
  return trimmed(text).find('\t') != std::string_view::npos || marks.find(text.back()) != std::string_view::npos;
}

}  // namespace

/// A D program that prints keys of several lines mostly prints others as well, so that both can come first.
void DoubtfulKeys::compare_with_long_key(const Token& scalars, const OpenRecord& open, bool with_value) {
  const bool is_long = scalars.line_count > 1;
  std::string shape = open.shape_with(scalars);
  if (with_value) shape.pop_back();
  const RecordShapes& shapes = assembly_.shapes();
  Finding& found = assembly_.found().long_keys;
  if (!is_long) {
    if (long_key_ == shape) found.add(long_key_line_);
    long_key_.clear();
  } else if (!shapes.has_program() || (with_value ? shapes.is_last(shape) : shapes.can_become_last(shape))) {
    found.add(scalars.line);
  } else {
    long_key_.swap(shape);
    long_key_line_ = scalars.line;
  }
}

/// A number that trace() prints has more columns than the value of an aggregation. Few values fill more than those.
void DoubtfulKeys::report_wide(const Token& number, const Token& next) const {
  if (number.text.size() <= value_width) return;
  const std::size_t digits = number.text.size() - leading_blanks(number.text);
  if (digits < value_width) {
    report_.data_loss(
        "dtrace.wide_value", number.line,
        "this number has more columns than a value of an aggregation and is read as one; trace() prints such");
  } else if (next.blanks == 0 && next.columns.size() == 1 && next.ends_in_quad() && !assembly_.shapes().has_program()) {
    report_.data_loss("dtrace.wide_value", number.line,
                      "this number may be a key before an empty stack, whose value is the next; it is read as a value");
  }
}

/// Where blanks at the ends of lines are lost, an empty text leaves nothing of its column, and one of two digits looks
/// like a number:
///
///   job-1                                                3  mysqld
///   job-2                                              243
///   job-3                                                5  -7
void DoubtfulKeys::compare_with_unfilled(std::string_view stacks, const Token& scalars) {
  constexpr char text = static_cast<char>(ColumnKind::text);
  if (scalars.text.ends_with(' ')) return;
  const std::string shape = std::string(stacks) + shape_of(scalars.columns);
  const bool is_unfilled = scalars.kind == Token::Kind::open_scalars;
  (is_unfilled ? unfilled_ : above_tables_).insert(shape);
  const std::string before = shape.substr(0, shape.size() - 1);
  const bool is_doubtful =
      is_unfilled
          ? above_tables_.contains(before) || above_tables_.contains(before + static_cast<char>(ColumnKind::byte))
          : unfilled_.contains(shape + text) ||
                (shape.back() == static_cast<char>(ColumnKind::byte) && unfilled_.contains(before + text));
  if (!is_doubtful) return;
  report_.data_loss("dtrace.lost_keys", scalars.line,
                    "keys of this and other records may differ only in blanks lost after a text");
}

/// A text that is wider than its column may end where blanks are, and the next key begin:
///
///   /usr/lib/x86_64-linux-gnu/libprotobuf.so.32.0.12.debug   2  words that go on
void DoubtfulKeys::report_overflow(const Token& scalars) const {
  if (assembly_.shapes().has_program() || scalars.line_count > 1) return;
  const auto may_be_several = [&](const Column& column) {
    if (column.kind != ColumnKind::text || column.length <= text_width) return false;
    const std::string_view text = trimmed(std::string_view(scalars.text).substr(column.begin, column.length));
    return text.size() > text_width && text.find("  ") != std::string_view::npos;
  };
  if (std::none_of(scalars.columns.begin(), scalars.columns.end(), may_be_several)) return;
  report_.data_loss("dtrace.lost_keys", scalars.line,
                    "a key is wider than its column and holds blanks: it may be several; pass the D program");
}

void DoubtfulKeys::note_unfilled(const Token& scalars, const Token& next) {
  const Column& last = scalars.columns.back();
  if (last.kind != ColumnKind::text) return;
  Findings& found = assembly_.found();
  const std::string_view text = scalars.text;
  const bool is_above_table = next.kind == Token::Kind::table && next.blanks == 0;
  if (is_above_table && !assembly_.shapes().has_program() && is_of_format(text, last.begin)) {
    found.text_keys.add(scalars.line);
  }
  if (last.length >= text_width) return;
  if (scalars.kind != Token::Kind::open_scalars) {
    found.has_filled_keys = true;
  } else if (!ends_in_blank(text)) {
    found.unfilled_keys.add(scalars.line);
    found.unfilled_above_stack = next.kind == Token::Kind::frames;
    // Without the D program, text above tables is rather a heading.
    if (found.unfilled_above_stack || assembly_.shapes().has_program()) report_first_line(scalars);
  } else {
    // Fewer blanks than a column has: the lines of the key above fill it up, too.
    report_first_line(scalars);
  }
}

/// Where the blanks that fill up a key are lost, so is what shows that it is of several lines, and indented ones are
/// left out:
///
///   a
///   b
///               a.out`f
void DoubtfulKeys::report_first_line(const Token& scalars) const {
  if (open_text_ == 0 || scalars.blanks != 0 || open_text_ + 1 != scalars.line) return;
  report_.data_loss("dtrace.lost_keys", open_text_,
                    "this line is left out, and may be the first of the key below it, which lacks blanks");
}

void DoubtfulKeys::leave_out(const Token& scalars, const Token& next) {
  constexpr std::size_t most_stacks = 4;
  if (scalars.kind == Token::Kind::open_scalars) open_text_ = scalars.line + scalars.line_count - 1;
  const bool may_be_key = scalars.kind == Token::Kind::open_scalars && scalars.line_count == 1;
  if (may_be_key && scalars.columns.back().length >= text_width && next.ends_in_quad()) {
    report_.data_loss("dtrace.lost_keys", scalars.line,
                      "this line may be a key, and the stack below it empty: it is left out");
    return;
  }
  const bool is_value_below = next.columns.size() == 1 && next.ends_in_quad() && next.blanks < most_stacks;
  if (may_be_key && is_value_below) {
    lost_key_ = shape_of(scalars.columns).append(next.blanks + 1, stack_letter);
    lost_key_line_ = scalars.line;
    if (assembly_.shapes().can_become_last(lost_key_)) report_lost_key();
    return;
  }
  if (!may_be_key || next.kind != Token::Kind::frames || next.blanks == 0 || next.blanks >= most_stacks) return;
  if (is_frame(trimmed(scalars.text))) {
    report_.data_loss("dtrace.lost_keys", scalars.line,
                      "this line may be a key whose trailing blanks are lost, or a stack: it is left out");
    return;
  }
  lost_key_ = shape_of(scalars.columns).append(next.blanks + 1, stack_letter);
  lost_key_line_ = scalars.line;
}

void DoubtfulKeys::leave_out_text(std::uint64_t line, std::string_view text, const Token& next, bool goes_on) {
  const RecordShapes& shapes = assembly_.shapes();
  const bool is_above_stack = next.kind == Token::Kind::frames && next.blanks == 0;
  if (is_above_stack && (goes_on ? !shapes.prints_actions() : !shapes.has_program())) {
    goes_on ? assembly_.found().texts_above.add(line) : static_cast<void>(text_above_ = line);
  } else if (next.blanks == 0 && (next.kind == Token::Kind::frames || next.ends_in_quad())) {
    report_filled(line, text);
  }
}

bool DoubtfulKeys::report_filled(std::uint64_t line, std::string_view text) const {
  if (!text.ends_with("  ") && !text.ends_with('\t')) return false;
  report_.data_loss("dtrace.lost_keys", line,
                    "this line may be a key, since blanks fill it up, without those before it: it is left out");
  return true;
}

void DoubtfulKeys::see_frame(const Token& frame, const Token& next) {
  const bool is_above_value = next.blanks == 0 && next.ends_in_quad() && next.columns.size() == 1;
  const bool is_above_table = next.blanks == 1 && next.kind == Token::Kind::table;
  if (!is_above_value && !is_above_table) return;
  if (frame.blanks != 0) {
    key_or_frame_ = frame.line;
    if (assembly_.shapes().can_become_last(key_of_a_stack)) report_key_or_frame();
    return;
  }
  report_.data_loss("dtrace.lost_keys", frame.line,
                    "this line is read as a stack, and may be a key before an empty one, as an empty line is missing "
                    "above");
}

void DoubtfulKeys::report_key_or_frame() {
  report_.data_loss("dtrace.lost_keys", key_or_frame_,
                    "this line is read as a stack, and may be a key before an empty one, as other records have one");
  key_or_frame_ = 0;
}

void DoubtfulKeys::leave_out_first(std::uint64_t line, std::string_view text) {
  const RecordShapes& shapes = assembly_.shapes();
  const bool is_of_actions = shapes.prints_actions() && shapes.is_text(text);
  if (is_of_actions || report_filled(line, text)) return;
  lost_key_ = {static_cast<char>(ColumnKind::text), stack_letter};
  lost_key_line_ = line;
}

void DoubtfulKeys::report_lost_key() {
  report_.data_loss("dtrace.lost_keys", lost_key_line_,
                    "this line may be a key whose blanks are lost, as other records have one: it is left out");
  lost_key_.clear();
}

}  // namespace profconv::dtrace
