// SPDX-License-Identifier: Apache-2.0
// One line of DTrace's output, scanned once: what it can be by itself, without knowing what stands around it. Every
// part of the reader that looks at lines (detection, repair, the guess of formats, the grammar) looks at these.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "readers/dtrace/text/columns.h"

namespace profconv::dtrace {

/// In order of precedence: a line is the first kind that it has the form of.
enum class LineKind : std::uint8_t {
  blank,
  number,         ///< a number alone, in the width of a value or of a key
  message,        ///< `dtrace: 846 aggregation drops on CPU 0`
  heading,        ///< `CPU     ID                    FUNCTION:NAME`
  packed,         ///< a heading or row of -x aggpack
  probe,          ///< `  1   3973                         :tick-2s `, and what an action printed after it
  table_heading,  ///< `           value  ------------- Distribution ------------- count`
  key_heading,    ///< the same of -x agghist, with `key`
  dump_heading,   ///< of the bytes of a text that is not ASCII
  columns,        ///< scalar keys, or keys and a value
  frame,          ///< names a module or an address
  annotation,     ///< `[ ./a.py:16 (f) ]`, below the frame of an interpreter
  open_columns,   ///< columns whose last text may go on in the next line
  text
};

/// The columns that a value has, padded with blanks on its left.
constexpr std::size_t value_width = 17;

/// A scanned line.
struct Line {
  LineKind kind = LineKind::blank;
  std::string_view text;
  std::size_t indent = 0;
  std::vector<Column> columns;  ///< of a number or columns, open ones too
  std::string_view output;      ///< what follows a probe

  [[nodiscard]] std::string_view content() const { return text.substr(indent); }
};

/// Whether a line is indented, begins with a digit or a sign, and ends in a digit: cheap, before it is scanned. No
/// address is one.
[[nodiscard]] inline bool may_be_number(std::string_view line) {
  if (line.empty() || line.front() != ' ' || !is_digit(line.back())) return false;
  const std::string_view content = line.substr(leading_blanks(line));
  return (is_digit(content.front()) && !content.starts_with("0x")) || content.front() == '-';
}

/// Whether the line is a number alone; fills its column. `lost` blanks before it were printed somewhere else.
[[nodiscard]] bool scan_number(std::string_view text, Line& line, std::size_t lost = 0);

/// Whether the line is columns of integers and nothing else.
[[nodiscard]] bool scan_integers(std::string_view text, Line& line);

/// Scans a line that is neither blank nor a number.
void scan(std::string_view text, Line& line);

}  // namespace profconv::dtrace
