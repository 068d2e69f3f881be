// SPDX-License-Identifier: Apache-2.0
// Headings and rows.
#include "readers/dtrace/text/key_row_lines.h"

#include "readers/dtrace/text/key_rows.h"

namespace profconv::dtrace {

bool KeyRowLines::enter_rows() {
  const bool is_packed = lines_.kind() == LineKind::packed;
  if (is_packed && !is_packed_heading(lines_.text())) {
    if (!are_entered_) bar_column_ = 0;
    are_entered_ = true;
    return false;
  }
  bar_column_ = is_packed ? 0 : bar_column(lines_.text());
  are_entered_ = follows_heading_ = true;
  lines_.take_line();
  return true;
}

bool KeyRowLines::read_row(Token& token) {
  const std::string_view text = lines_.text();
  const auto row = bar_column_ == 0 ? parse_packed_row(text) : parse_bar_row(text, bar_column_);
  if (!row) {
    are_entered_ = false;
    return false;
  }
  token.kind = Token::Kind::key_row;
  token.line = lines_.number();
  token.text = row->keys;
  token.columns = columns_apart(token.text);
  token.count = row->count;
  token.is_packed = bar_column_ == 0;
  token.follows_heading = std::exchange(follows_heading_, false);
  lines_.take_line();
  return true;
}

}  // namespace profconv::dtrace
