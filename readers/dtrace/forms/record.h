// SPDX-License-Identifier: Apache-2.0
// One record of an aggregation as it stood in the text: its keys in order, and its value or table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "readers/dtrace/text/columns.h"
#include "readers/dtrace/text/frame_lines.h"
#include "readers/dtrace/text/lines.h"
#include "readers/dtrace/text/table.h"

namespace profconv::dtrace {

/// The letter of a stack in the shape of a record; the others are those of ColumnKind.
constexpr char stack_letter = 'S';

/// What was printed between the record before and this one.
struct TextBefore {
  std::string text;
  std::string lines;  ///< those above `text` and itself, the last few, each with its end
  std::uint64_t line = 0;
  /// By the blank lines that printa() makes, the text is a heading and nothing that got in between.
  bool is_heading = false;
  bool of_probe = false;  ///< an action printed it, in a line with its probe
};

/// What every record has, whatever its keys.
struct RecordHead {
  std::uint64_t line = 0;  ///< where it begins
  std::uint64_t value_line = 0;
  Number value;                      ///< of no table; the first of several
  std::size_t format = 0;            ///< the number of the printa format that printed it; 0: default form
  std::size_t blanks_before = 0;     ///< empty lines before it, its own first newline among them
  std::size_t leading_stacks = 0;    ///< empty stacks that empty lines before it are read as
  bool are_stacks_doubtful = false;  ///< the lines may be none, as the D program prints records without, too
  bool is_action = false;            ///< a stack alone, printed by ustack() as an action: one event
  bool is_packed = false;            ///< a distribution of which only the total is a number (-x aggpack)
  bool is_key_row = false;           ///< a row of -x agghist or -x aggpack
  bool is_table = false;
  bool starts_print = false;        ///< by the blank lines, a print begins here
  bool first_of_recording = false;  ///< a heading line stands before it
  bool follows_end = false;         ///< what the D program prints as it ends stands before it
  bool follows_record = false;      ///< nothing but empty lines stands between it and the record before
  bool follows_probe = false;       ///< a probe, or open text, is before it, whose line its first newline has ended
  bool follows_gap = false;         ///< more empty lines stand before it than a print begins with
  bool lacks_blank = false;         ///< the input begins with it, and not with the empty line that a print begins with
  bool is_glued = false;            ///< several records in one: the empty lines between are missing
  bool begins_with_key = false;     ///< the format prints a text key first, which text above it may belong to
  bool ends_with_key = false;       ///< the format prints a text key last
};

/// A record. What is kept of one for the next is only the memory.
struct Record : RecordHead {
  std::string shape;            ///< a letter for each key, in order
  std::vector<Column> columns;  ///< scalar keys; texts are ranges of `text`
  std::string text;
  std::vector<FrameLine> frames;    ///< of all stacks, leaf first
  std::vector<std::size_t> stacks;  ///< where in `frames` each stack begins
  std::vector<Number> values;       ///< the numbers that one printa() of several aggregations prints behind the keys
  std::vector<TableRow> rows;       ///< of a table
  std::vector<CpuLine> cpus;        ///< -x aggpercpu
  TextBefore before;

  /// Whether dtrace prints a newline before it, as before every stack and table that comes first.
  [[nodiscard]] bool has_own_newline() const { return shape.empty() ? is_table : shape.front() == stack_letter; }
  [[nodiscard]] std::string_view text_of(const Column& column) const {
    return std::string_view(text).substr(column.begin, column.length);
  }
  [[nodiscard]] bool has_empty_stack() const {
    for (std::size_t i = 0; i < stacks.size(); ++i) {
      if (stacks[i] == (i + 1 < stacks.size() ? stacks[i + 1] : frames.size())) return true;
    }
    return false;
  }
  void clear() {
    static_cast<RecordHead&>(*this) = {};
    shape.clear();
    columns.clear();
    text.clear();
    frames.clear();
    stacks.clear();
    values.clear();
    rows.clear();
    cpus.clear();
    before.text.clear();
    before.lines.clear();
    before.line = 0;
    before.is_heading = before.of_probe = false;
  }
};

}  // namespace profconv::dtrace
