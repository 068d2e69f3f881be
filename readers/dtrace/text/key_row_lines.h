// SPDX-License-Identifier: Apache-2.0
// Rows of -x agghist and -x aggpack (key_rows.h), each a record.
#pragma once

#include <cstddef>
#include <utility>

#include "readers/dtrace/text/line_cursor.h"
#include "readers/dtrace/text/token.h"

namespace profconv::dtrace {

/// Makes tokens of them.
class KeyRowLines {
 public:
  /// The cursor must outlive this.
  explicit KeyRowLines(LineCursor& lines) : lines_(lines) {}

  /// Takes the heading of rows, if the line is one. Rows of -x aggpack need none.
  bool enter() {
    const bool can_be = lines_.kind() == LineKind::key_heading || lines_.kind() == LineKind::packed;
    return can_be && enter_rows();
  }
  /// Makes a token of the line, if it is a row of those entered; else they have ended.
  bool read(Token& token) { return are_entered_ && read_row(token); }
  /// An empty line ends the rows; whether there were any.
  bool end() { return std::exchange(are_entered_, false); }

 private:
  bool enter_rows();
  bool read_row(Token& token);

  LineCursor& lines_;
  bool are_entered_ = false;
  bool follows_heading_ = false;
  std::size_t bar_column_ = 0;  ///< of -x agghist; 0: -x aggpack
};

}  // namespace profconv::dtrace
