// SPDX-License-Identifier: Apache-2.0
// Telling lines apart, in one order of precedence.
#include "readers/dtrace/text/line.h"

#include <algorithm>

#include "readers/dtrace/text/frame_text.h"
#include "readers/dtrace/text/key_rows.h"
#include "readers/dtrace/text/lines.h"
#include "readers/dtrace/text/table.h"

namespace profconv::dtrace {

namespace {

/// "libc.so.6`read calls=5", "a`b 17": what a program prints of a function, and no frame.
bool ends_in_count(std::string_view text) {
  const std::size_t digits = text.find_last_not_of("0123456789") + 1;
  return digits != text.size() && digits != 0 &&
         std::string_view(" =:").find(text[digits - 1]) != std::string_view::npos;
}

/// Without indentation a frame is told by its module alone: no words stand before it, and no count ends the line.
bool is_frame_line(const Line& line) {
  const std::string_view content = line.content();
  if (!is_frame(content)) return false;
  if (line.indent != 0) return true;
  const std::size_t tick = content.find('`');
  return tick == std::string_view::npos ||
         (content.substr(0, tick).find(' ') == std::string_view::npos && !ends_in_count(content));
}

LineKind kind_of(Line& line) {
  if (line.indent == 0) {
    if (is_message(line.text)) return LineKind::message;
    if (is_heading(line.text)) return LineKind::heading;
  }
  // Most lines have no bar, and are told so at once.
  const bool has_bar = line.text.find('|') != std::string_view::npos;
  if (has_bar && (is_packed_heading(line.text) || parse_packed_row(line.text))) return LineKind::packed;
  if (const auto output = probe_output(line.text)) {
    line.output = *output;
    return LineKind::probe;
  }
  switch (table_heading(line.text)) {
    case TableHeading::values:
      return LineKind::table_heading;
    case TableHeading::keys:
      return LineKind::key_heading;
    case TableHeading::none:
      break;
  }
  if (is_dump_heading(line.text)) return LineKind::dump_heading;
  const ColumnsFound columns = parse_columns(line.text, line.columns);
  if (columns == ColumnsFound::complete) return LineKind::columns;
  if (line.indent == line.text.size()) return LineKind::blank;
  if (is_frame_line(line)) return LineKind::frame;
  if (line.indent != 0 && is_annotation(line.content())) return LineKind::annotation;
  return columns == ColumnsFound::open ? LineKind::open_columns : LineKind::text;
}

}  // namespace

bool scan_number(std::string_view text, Line& line, std::size_t lost) {
  line.text = text;
  line.indent = leading_blanks(text);
  if (line.content().find(' ') != std::string_view::npos) return false;
  const auto number = parse_number(line.content());
  if (!number) return false;
  line.kind = LineKind::number;
  const bool has_width = text.size() == value_width;
  if (!has_width && parse_columns(text, line.columns) == ColumnsFound::complete) {
    // An empty text before a number is a key.
    return line.columns.size() == 1;
  }
  // More blanks than DTrace prints do no harm.
  if (text.size() + lost < value_width) return false;
  line.columns.assign(1, {.kind = ColumnKind::quad, .number = *number});
  return true;
}

bool scan_integers(std::string_view text, Line& line) {
  const auto is_of_integer = [](char c) { return (c >= '0' && c <= '9') || c == ' ' || c == '-'; };
  if (!parse_integers(text, line.columns)) {
    if (!std::all_of(text.begin(), text.end(), is_of_integer)) return false;
    if (parse_columns(text, line.columns) != ColumnsFound::complete) return false;
  }
  line.text = text;
  line.indent = leading_blanks(text);
  line.kind = LineKind::columns;
  return true;
}

void scan(std::string_view text, Line& line) {
  line.text = text;
  line.indent = leading_blanks(text);
  line.columns.clear();
  line.kind = kind_of(line);
}

}  // namespace profconv::dtrace
