// SPDX-License-Identifier: Apache-2.0
// Looking at lines of each kind.
#include "readers/dtrace/text/column_evidence.h"

#include "core/text/blanks.h"
#include "readers/dtrace/text/frame_text.h"
#include "readers/dtrace/text/key_rows.h"
#include "readers/dtrace/text/line.h"
#include "readers/dtrace/text/line_parts.h"
#include "readers/dtrace/text/lines.h"
#include "readers/dtrace/text/table.h"

namespace profconv::dtrace {

namespace {

/// Mail programs break lines about here.
constexpr std::size_t wrap_width = 72;
constexpr std::size_t heading_indent = 11;

/// One blank before it is what DTrace prints, and what is left where blanks were collapsed.
bool fills_column(std::string_view number) { return number.size() + 1 >= value_width; }

}  // namespace

void ColumnEvidence::look(std::string_view line) {
  const std::string_view text = without_blanks_around(line);
  if (table_heading(text) == TableHeading::values) return look_at_heading(line);
  if (table_heading(text) == TableHeading::keys || is_packed_heading(text)) ++kept_;
  split_parts(text, parts_);
  const bool number = parts_.size() == 1 && parse_number(text);
  // What an action printed behind its probe has no columns of records.
  const bool columns = ends_in_number(parts_) && !parse_table_row(line) && !probe_output(line);
  if (number) {
    look_at_number(line);
  } else if (columns) {
    look_at_columns(line);
  }
  if (!text.empty()) ++lines_;
  stack_above_ = parts_.size() == 1 && !number && is_frame(text);
  if (stack_above_) look_at_frame(line, text);
  columns_above_ = columns && !has_value_ && line.size() + value_width > wrap_width;
}

void ColumnEvidence::look_at_frame(std::string_view line, std::string_view text) {
  const bool filled_up = line.size() != static_cast<std::size_t>(text.data() + text.size() - line.data());
  const bool indented = line.size() == text.size() + frame_indent;
  ++frames_;
  if (filled_up) ++moved_;
  if (indented && !filled_up) ++kept_;
}

void ColumnEvidence::look_at_heading(std::string_view line) {
  const std::size_t indent = line.size() - without_leading_blanks(line).size();
  ++(indent == heading_indent ? kept_ : moved_);
  stack_above_ = columns_above_ = false;
}

void ColumnEvidence::look_at_number(std::string_view line) {
  if (columns_above_) {
    ++wrapped_;
    ++moved_;
  }
  if (!stack_above_) return;
  ++valued_;
  const std::string_view text = parts_.back();
  const bool is_indented = line.front() == ' ';
  if (is_indented && fills_column(text)) return;
  const auto width = static_cast<std::size_t>(text.data() + text.size() - line.data());
  ++(is_indented && width >= value_width ? kept_ : moved_);
}

void ColumnEvidence::look_at_columns(std::string_view line) {
  if (stack_above_) ++valued_;
  const bool columns = parse_columns(line, columns_) == ColumnsFound::complete && columns_.size() >= parts_.size();
  has_value_ = columns && columns_.back().kind == ColumnKind::quad;
  // Keys that a stack follows need not end in a number as wide as a value.
  const bool is_evidence = has_value_ ? !fills_column(parts_.back()) : !columns;
  if (is_evidence) ++(columns ? kept_ : moved_columns_);
  if (!parse_number(parts_.front())) ++text_keys_;
}

}  // namespace profconv::dtrace
