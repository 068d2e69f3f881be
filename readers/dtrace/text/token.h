// SPDX-License-Identifier: Apache-2.0
// What the lexer makes of lines: lines that belong together whatever stands around them are one token. Empty lines are
// counted by the token after them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "readers/dtrace/text/columns.h"
#include "readers/dtrace/text/frame_lines.h"
#include "readers/dtrace/text/lines.h"
#include "readers/dtrace/text/table.h"

namespace profconv::dtrace {

struct Record;

/// A token. The lexer uses it again for the next one, so that its memory stays.
struct Token {
  enum class Kind : std::uint8_t {
    end,           ///< of the input
    frames,        ///< the frames of a stack, or of a part of it
    scalars,       ///< columns side by side
    open_scalars,  ///< the same, and the last text may go on in what follows
    table,         ///< a distribution: its heading, rows, and the numbers printed below it
    key_row,       ///< a row of -x agghist or -x aggpack
    dump,          ///< a text that is not ASCII, as rows of its bytes
    cpu,           ///< a line of -x aggpercpu
    probe,         ///< a probe that fired, and what its action printed in the same line
    heading,       ///< `CPU     ID                    FUNCTION:NAME`
    named_value,   ///< `@reads = 17`
    text,
    record  ///< one that a format of printa() printed
  };
  /// A line, or the beginning of one, that something else than dtrace printed.
  struct OtherText {
    std::string text;
    std::uint64_t line = 0;
  };
  /// What ended a table.
  enum class End : std::uint8_t { line, blank, input };

  Kind kind = Kind::end;
  std::uint64_t line = 0;      ///< in which it begins
  std::size_t line_count = 1;  ///< of scalars whose texts hold newlines
  std::size_t blanks = 0;      ///< empty lines before it
  std::string text;  ///< of scalars: what columns are ranges of; of a probe: what follows it; of a key row: keys
  std::vector<Column> columns;
  std::vector<FrameLine> frames;
  std::size_t indent = 0;  ///< of frames
  std::vector<TableRow> rows;
  std::vector<Number> numbers;    ///< below a table
  std::vector<OtherText> within;  ///< what others printed among the rows of a table
  End end = End::line;            ///< of a table
  Number count;                   ///< of a key row or a named value
  bool is_packed = false;         ///< of a key row: its cells are pictures
  bool follows_heading = false;   ///< of a key row: the first of its table
  CpuLine cpu;                    ///< of a cpu line
  std::shared_ptr<const Record> record;

  /// Empties the token for the next one. `kind` and `line` are set by the lexer in any case; `indent`, `count` and
  /// `cpu` mean something only for kinds that set them.
  void clear() {
    line_count = 1;
    blanks = 0;
    text.clear();
    columns.clear();
    frames.clear();
    rows.clear();
    numbers.clear();
    within.clear();
    end = End::line;
    is_packed = follows_heading = false;
    record.reset();
  }
  /// Makes a single frame the text key that its line is as well.
  void become_key(std::string frame, Kind key_kind) {
    kind = key_kind;
    text = std::move(frame);
    columns.assign(1,
                   {.kind = ColumnKind::text, .number = {}, .begin = key_indent, .length = text.size() - key_indent});
    frames.clear();
  }
  [[nodiscard]] std::string_view text_of(const Column& column) const {
    return std::string_view(text).substr(column.begin, column.length);
  }
  /// Whether the last column can be a value.
  [[nodiscard]] bool ends_in_quad() const { return !columns.empty() && columns.back().kind == ColumnKind::quad; }
};

}  // namespace profconv::dtrace
