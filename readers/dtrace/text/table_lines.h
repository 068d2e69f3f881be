// SPDX-License-Identifier: Apache-2.0
// The lines of a distribution:
//
//           value  ------------- Distribution ------------- count
//               1 |                                         0
//               2 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 3
//               4 |                                         0
//
// and below them the numbers of other aggregations that the same printa() prints.
#pragma once

#include <cstddef>

#include "readers/dtrace/text/line_cursor.h"
#include "readers/dtrace/text/token.h"

namespace profconv::dtrace {

/// Makes a token of them.
class TableLines {
 public:
  /// The cursor must outlive this.
  explicit TableLines(LineCursor& lines) : lines_(lines) {}

  /// Reads a table, of which the line is the heading. Output of others among its rows is told apart.
  void read(Token& token);

 private:
  bool read_row(Token& token);
  [[nodiscard]] bool is_next_row(const Token& token) const;
  bool skip_to_row(Token& token);

  LineCursor& lines_;
  std::size_t bar_ = 0;  ///< its column in the rows of the table
};

}  // namespace profconv::dtrace
