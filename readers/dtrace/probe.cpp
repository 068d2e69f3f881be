// SPDX-License-Identifier: Apache-2.0
// Looking for what only DTrace prints: its heading, indented frames with a right-aligned number below them, keys in
// columns of its widths, tables with its heading.
#include "readers/dtrace/probe.h"

#include <algorithm>
#include <string>
#include <vector>

#include "readers/dtrace/columns.h"
#include "readers/dtrace/frames.h"
#include "readers/dtrace/lines.h"
#include "readers/dtrace/table.h"

namespace profconv::dtrace {

namespace {

constexpr std::size_t lines_looked_at = 20'000;
constexpr std::size_t value_width = 17;

/// What was found, and in which line first; 0: not.
struct Found {
  std::size_t heading = 0;
  std::size_t stack_value = 0;
  std::string_view frame;
  std::size_t table = 0;
  std::size_t columns = 0;
  std::size_t column_lines = 0;
  std::size_t lines = 0;  ///< that are not empty
};

bool is_value_line(std::string_view line) {
  return line.size() >= value_width && line.front() == ' ' && parse_number(line.substr(leading_blanks(line)));
}

/// Follows the lines of one text.
class Prober {
 public:
  void look(std::string_view line, std::size_t number) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) return;
    ++found.lines;
    const std::size_t indent = leading_blanks(line);
    if (found.heading == 0 && is_heading(line)) found.heading = number;
    if (table_heading(line) == TableHeading::values && found.table == 0) found.table = number;
    if (is_value_line(line) && !frame_above_.empty() && found.stack_value == 0) {
      found.stack_value = number;
      found.frame = frame_above_;
    }
    if (indent < stack_indent && look_for_columns(line, number)) return;
    if (indent != 0 && is_frame(line.substr(indent))) frame_above_ = line.substr(indent);
  }

  Found found;

 private:
  static constexpr std::size_t stack_indent = 14;

  bool look_for_columns(std::string_view line, std::size_t number) {
    const bool keys = parse_columns(line, columns_) == ColumnsFound::complete && columns_.size() > 1 &&
                      columns_.back().kind == ColumnKind::quad;
    if (!keys) return false;
    if (!frame_above_.empty() && found.stack_value == 0) {
      found.stack_value = number;
      found.frame = frame_above_;
    }
    if (found.column_lines++ == 0) found.columns = number;
    return true;
  }

  std::string_view frame_above_;
  std::vector<Column> columns_;
};

std::string short_frame(std::string_view frame) {
  constexpr std::size_t longest = 60;
  std::string text;
  for (const char c : frame.substr(0, longest)) {
    const auto byte = static_cast<unsigned char>(c);
    text += byte < 0x20 || byte >= 0x7f ? '?' : c;
  }
  return text + (frame.size() > longest ? "..." : "");
}

}  // namespace

Probe probe(std::string_view head, std::string_view) {
  if (head.find('\0') != std::string_view::npos) return {};
  Prober prober;
  std::size_t number = 0;
  while (!head.empty() && number < lines_looked_at) {
    const std::size_t end = std::min(head.find('\n'), head.size());
    prober.look(head.substr(0, end), ++number);
    head.remove_prefix(std::min(end + 1, head.size()));
  }
  const Found& found = prober.found;
  std::string reason;
  if (found.stack_value != 0) {
    reason = "frames like " + short_frame(found.frame) + " and a value on line " + std::to_string(found.stack_value);
  } else if (found.table != 0) {
    reason = "a table of a distribution on line " + std::to_string(found.table);
  } else if (found.columns != 0) {
    reason = "keys in DTrace's columns and a value on line " + std::to_string(found.columns);
  }
  if (found.heading != 0) {
    const std::string heading = "DTrace's heading on line " + std::to_string(found.heading);
    if (reason.empty()) return {Confidence::likely, heading};
    return {Confidence::certain, heading + ", and " + reason};
  }
  if (found.stack_value != 0 || found.table != 0) return {Confidence::likely, reason};
  // Columns alone are weak evidence where most of the text is something else.
  if (found.columns != 0 && found.column_lines * 2 > found.lines) return {Confidence::likely, reason};
  return {};
}

}  // namespace profconv::dtrace
