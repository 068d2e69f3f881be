// SPDX-License-Identifier: Apache-2.0
// Comparing lines with the keys that the program prints.
#include "readers/dtrace/forms/default_form.h"

#include <string>
#include <utility>
#include <vector>

#include "readers/dtrace/text/columns.h"
#include "readers/dtrace/text/frame_text.h"
#include "readers/dtrace/text/lines.h"
#include "readers/dtrace/text/table.h"

namespace profconv::dtrace {

bool DefaultForm::is_record(std::string_view line) const {
  if (is_below_frame_ && parse_number(trimmed(line))) return true;
  std::vector<Column> columns;
  return prints_.has_default_form() && parse_columns(line, columns) == ColumnsFound::complete && is_record(columns);
}

bool DefaultForm::is_record(const std::vector<Column>& columns) const {
  const std::string shape = shape_of(columns);
  const bool is_whole = columns.back().kind == ColumnKind::quad;
  return prints_.expects_beginning(shape + stack_letter) ||
         (is_whole && prints_.expects(std::string_view(shape).substr(0, shape.size() - 1), false));
}

bool DefaultForm::takes(std::string_view line) const {
  if (above_ == Above::frame && trimmed(line).empty()) return true;
  return above_ != Above::other && table_heading(line) == TableHeading::values;
}

/// DTrace prints an empty line between a stack and a table.
void DefaultForm::pass(std::string_view line, bool in_table) {
  is_below_frame_ = leading_blanks(line) > key_indent && is_frame(trimmed(line));
  if (!prints_.has_default_form()) return;
  const std::string_view text = trimmed(line);
  const Above last = std::exchange(above_, Above::other);
  if (text.empty()) {
    if (last == Above::frame) above_ = Above::empty_below_frame;
    return;
  }
  if (leading_blanks(line) < key_indent || in_table) return;
  if (is_frame(text)) {
    above_ = Above::frame;
    return;
  }
  std::vector<Column> columns;
  const ColumnsFound found = parse_columns(line, columns);
  if (found == ColumnsFound::none || !prints_.expects(shape_of(columns), true)) return;
  if (found == ColumnsFound::open || !is_record(columns)) above_ = Above::keys;
}

}  // namespace profconv::dtrace
