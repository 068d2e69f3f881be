// SPDX-License-Identifier: Apache-2.0
// The scalar keys of a record, which stand side by side with nothing between them but the blanks inside each: integers
// right-aligned by the width of their type, texts left-aligned in fifty characters behind two blanks.
//
//   job-2                                                 14968    14971        0   1     2                1
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

/// What a column holds, by the letter that stands for it in the shape of a record.
enum class ColumnKind : char { text = 't', byte = 'b', half = 'h', word = 'w', quad = 'q' };

/// Whether a letter of a record's shape stands for an integer.
[[nodiscard]] constexpr bool is_number_letter(char letter) {
  return letter == static_cast<char>(ColumnKind::byte) || letter == static_cast<char>(ColumnKind::half) ||
         letter == static_cast<char>(ColumnKind::word) || letter == static_cast<char>(ColumnKind::quad);
}

/// The blanks before a text key, which stacks are not indented by.
constexpr std::size_t key_indent = 2;
/// The blanks before a frame, unless -x stackindent sets others.
constexpr std::size_t frame_indent = 14;
/// The characters that blanks fill a text key up to.
constexpr std::size_t text_width = 50;

/// One datum of a line.
struct Column {
  ColumnKind kind = ColumnKind::text;
  Number number;           ///< of an integer
  std::size_t begin = 0;   ///< of a text, in the line
  std::size_t length = 0;  ///< without the blanks that fill it up
};

/// What a line gave: `open`, where the last text is not filled up to its width, so that it may go on in the next line.
enum class ColumnsFound : std::uint8_t { none, open, complete };

/// The letters of columns, in order.
[[nodiscard]] std::string shape_of(const std::vector<Column>& columns);

/// Takes a line apart by the widths of its columns. `columns` is replaced.
[[nodiscard]] ColumnsFound parse_columns(std::string_view line, std::vector<Column>& columns);

/// Whether a line is integers in columns, each of a width that an integer has, without empty texts between them.
/// `columns` is replaced. Quicker than parse_columns(), which finds the same.
[[nodiscard]] bool parse_integers(std::string_view line, std::vector<Column>& columns);

/// Joins the columns of an open text with the next line, since a text key may hold newlines: the lines together are
/// columns although neither is by itself. Returns `none` and changes nothing if they are not.
[[nodiscard]] ColumnsFound join_columns(std::string& text, std::vector<Column>& columns, std::string_view line);

/// The line with blanks in place of tabs.
[[nodiscard]] std::string without_tabs(std::string_view line);

}  // namespace profconv::dtrace
