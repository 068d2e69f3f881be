// SPDX-License-Identifier: Apache-2.0
// Rows, and what interrupts them.
#include "readers/dtrace/text/table_lines.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace profconv::dtrace {

namespace {

/// More lines of others among the rows of a table end it.
constexpr std::size_t most_lines_within = 8;

}  // namespace

void TableLines::read(Token& token) {
  token.kind = Token::Kind::table;
  token.line = lines_.number();
  token.end = Token::End::input;
  bar_ = std::string_view::npos;
  lines_.take_line();
  while (lines_.has_line()) {
    if (read_row(token)) continue;
    const bool is_blank = !lines_.is_record() && lines_.text().empty();
    if (!lines_.is_record() && lines_.kind() == LineKind::number && lines_.text().size() >= value_width) {
      // Of the next aggregation that one printa() prints.
      token.numbers.push_back(lines_.line().columns.back().number);
      lines_.take_line();
      continue;
    }
    if (!is_blank && skip_to_row(token)) continue;
    token.end = is_blank ? Token::End::blank : Token::End::line;
    // The newline that ends the record. After numbers it ended their line.
    if (!is_blank || !token.numbers.empty()) return;
    lines_.take_line();
    // Below a row that is gone the table goes on.
    if (!lines_.has_line() || !is_next_row(token)) return;
    token.end = Token::End::input;
  }
}

/// Takes a line if it is a row that can follow those of the table. Output of others may be before it on its line.
bool TableLines::read_row(Token& token) {
  if (lines_.is_record() || !token.numbers.empty()) return false;
  const std::string_view text = lines_.text();
  const std::size_t bar = text.find('|');
  if (bar == std::string_view::npos) return false;
  auto row = parse_table_row(text);
  const bool is_first = token.rows.empty();
  if (!row && !is_first && bar > bar_) {
    row = parse_table_row(text.substr(bar - bar_));
    if (!row || row->bound <= token.rows.back().bound) return false;
    token.within.push_back({std::string(text.substr(0, bar - bar_)), lines_.number()});
  }
  if (!row) return false;
  row->line = lines_.number();
  if (is_first) bar_ = bar;
  token.rows.push_back(*row);
  lines_.take_line();
  return true;
}

/// Whether the line has the columns of the table's rows and a bucket further up.
bool TableLines::is_next_row(const Token& token) const {
  if (lines_.is_record() || token.rows.empty() || !token.numbers.empty()) return false;
  const auto row = parse_table_row(lines_.text());
  return row && lines_.text().find('|') == bar_ && row->bound > token.rows.back().bound;
}

/// Skips what others printed among the rows of a table, if the table goes on below it.
bool TableLines::skip_to_row(Token& token) {
  std::vector<LineCursor::Kept> lines;
  const auto can_be_others = [&] {
    const LineKind kind = lines_.kind();
    return !lines_.is_record() && kind != LineKind::table_heading && kind != LineKind::key_heading &&
           kind != LineKind::heading && kind != LineKind::probe && kind != LineKind::frame;
  };
  while (lines.size() < most_lines_within && lines_.has_line() && can_be_others()) {
    if (is_next_row(token)) {
      for (LineCursor::Kept& line : lines) token.within.push_back({std::move(line.text), line.number});
      return true;
    }
    lines.push_back(lines_.keep());
  }
  if (!lines.empty()) lines_.go_back(std::move(lines));
  return false;
}

}  // namespace profconv::dtrace
