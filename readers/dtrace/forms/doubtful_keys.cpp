// SPDX-License-Identifier: Apache-2.0
// Comparing keys with those of other records.
#include "readers/dtrace/forms/doubtful_keys.h"

#include "readers/dtrace/text/frame_text.h"

namespace profconv::dtrace {

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

void DoubtfulKeys::leave_out(const Token& scalars, const Token& next) {
  constexpr std::size_t most_stacks = 4;
  const bool may_be_key = scalars.kind == Token::Kind::open_scalars && scalars.line_count == 1;
  if (may_be_key && scalars.columns.back().length >= text_width && next.ends_in_quad()) {
    report_.data_loss("dtrace.lost_keys", scalars.line,
                      "this line may be a key, and the stack below it empty: it is left out");
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

void DoubtfulKeys::leave_out_first(std::uint64_t line) {
  lost_key_ = {static_cast<char>(ColumnKind::text), stack_letter};
  lost_key_line_ = line;
}

void DoubtfulKeys::report_lost_key() {
  report_.data_loss("dtrace.lost_keys", lost_key_line_,
                    "this line may be a key whose blanks are lost, as other records have one: it is left out");
  lost_key_.clear();
}

}  // namespace profconv::dtrace
