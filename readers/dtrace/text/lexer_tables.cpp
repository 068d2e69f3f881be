// SPDX-License-Identifier: Apache-2.0
// Tables, rows of keys and dumps: tokens of several lines below a heading.
#include <algorithm>
#include <iterator>
#include <utility>

#include "readers/dtrace/text/key_rows.h"
#include "readers/dtrace/text/lexer.h"

namespace profconv::dtrace {

namespace {

/// Lines of others among the rows of a table: more than these end it.
constexpr std::size_t most_lines_within = 8;

}  // namespace

void Lexer::read_table(Token& token) {
  token.kind = Token::Kind::table;
  token.line = current_.number;
  token.end = Token::End::input;
  bar_of_table_ = std::string_view::npos;
  take_line();
  while (has_line()) {
    if (read_table_row(token)) continue;
    const bool is_blank = current_.record == nullptr && current_.text.empty();
    if (current_.record == nullptr && line_.kind == LineKind::number && current_.text.size() >= value_width) {
      // Of the next aggregation that one printa() prints.
      token.numbers.push_back(line_.columns.back().number);
      take_line();
      continue;
    }
    if (!is_blank && skip_to_row(token)) continue;
    token.end = is_blank ? Token::End::blank : Token::End::line;
    // The newline that ends the record. After numbers it ended their line.
    if (!is_blank || !token.numbers.empty()) return;
    take_line();
    // Below a row that is gone the table goes on.
    if (!has_line() || !is_next_row(token)) return;
    token.end = Token::End::input;
  }
}

/// Takes a line if it is a row that can follow those of the table. Output of others may be before it on its line.
bool Lexer::read_table_row(Token& token) {
  if (current_.record != nullptr || !token.numbers.empty()) return false;
  const std::string_view text = current_.text;
  const std::size_t bar = text.find('|');
  if (bar == std::string_view::npos) return false;
  auto row = parse_table_row(text);
  const bool is_first = token.rows.empty();
  if (!row && !is_first && bar > bar_of_table_) {
    row = parse_table_row(text.substr(bar - bar_of_table_));
    if (!row || row->bound <= token.rows.back().bound) return false;
    token.within.push_back({std::string(text.substr(0, bar - bar_of_table_)), current_.number});
  }
  if (!row) return false;
  row->line = current_.number;
  if (is_first) bar_of_table_ = bar;
  token.rows.push_back(*row);
  take_line();
  return true;
}

/// Whether a line has the columns of the table's rows and a bucket further up.
bool Lexer::is_next_row(const Token& token) const {
  if (current_.record != nullptr || token.rows.empty() || !token.numbers.empty()) return false;
  const auto row = parse_table_row(current_.text);
  return row && current_.text.find('|') == bar_of_table_ && row->bound > token.rows.back().bound;
}

/// Skips what others printed among the rows of a table, if the table goes on below it.
bool Lexer::skip_to_row(Token& token) {
  std::vector<HeldLine> lines;
  const auto can_be_others = [&] {
    return current_.record == nullptr && line_.kind != LineKind::table_heading && line_.kind != LineKind::key_heading &&
           line_.kind != LineKind::heading && line_.kind != LineKind::probe && line_.kind != LineKind::frame;
  };
  while (lines.size() < most_lines_within && has_line() && can_be_others()) {
    if (is_next_row(token)) {
      for (HeldLine& line : lines) token.within.push_back({std::move(line.text), line.number});
      return true;
    }
    lines.push_back({.text = std::string(current_.text), .number = current_.number, .record = nullptr});
    take_line();
  }
  if (lines.empty()) return false;
  if (has_line()) {
    lines.push_back({std::string(current_.text), current_.number, std::move(current_.record)});
    take_line();
  }
  held_.insert(held_.begin(), std::make_move_iterator(lines.begin()), std::make_move_iterator(lines.end()));
  return false;
}

/// Takes the heading of rows of keys. Rows of -x aggpack need none.
bool Lexer::enters_key_rows() {
  const bool is_packed_row = line_.kind == LineKind::packed && !is_packed_heading(current_.text);
  if (line_.kind != LineKind::key_heading && (line_.kind != LineKind::packed || is_packed_row)) {
    if (is_packed_row && !in_key_rows_) {
      in_key_rows_ = true;
      bar_column_ = 0;
    }
    return false;
  }
  bar_column_ = line_.kind == LineKind::packed ? 0 : bar_column(current_.text);
  in_key_rows_ = follows_key_heading_ = true;
  take_line();
  return true;
}

/// Each line is a record.
bool Lexer::read_key_row(Token& token) {
  const auto row = bar_column_ == 0 ? parse_packed_row(current_.text) : parse_bar_row(current_.text, bar_column_);
  if (!row) {
    in_key_rows_ = false;
    return false;
  }
  token.kind = Token::Kind::key_row;
  token.line = current_.number;
  token.text = row->keys;
  token.columns = columns_apart(token.text);
  token.count = row->count;
  token.is_packed = bar_column_ == 0;
  token.follows_heading = std::exchange(follows_key_heading_, false);
  take_line();
  return true;
}

void Lexer::read_dump(Token& token) {
  token.kind = Token::Kind::dump;
  token.line = current_.number;
  take_line();
  std::string bytes;
  while (has_line() && current_.record == nullptr && read_dump_row(current_.text, bytes)) take_line();
  token.text = text_of_bytes(bytes);
}

}  // namespace profconv::dtrace
