// SPDX-License-Identifier: Apache-2.0
// Tables and dumps as parts of records.
#include "readers/dtrace/forms/table_forms.h"

#include <algorithm>
#include <string>

#include "readers/dtrace/text/lines.h"
#include "readers/dtrace/text/table_gaps.h"

namespace profconv::dtrace {

using Kind = Token::Kind;
using State = OpenRecord::State;

/// A table or dump begins with a newline of its own.
void TableForms::begin_datum(const Token& datum) {
  if (!open_.is_open()) {
    assembly_.begin(datum.line, datum.blanks, true);
  } else if (open_.state() == State::after_stack && datum.blanks > 1) {
    assembly_.add_stacks(datum.blanks - 1, datum.line);
  }
}

void report_row_gaps(std::span<const TableRow> rows, bool is_cut, Report& report) {
  if (const auto row = row_with_cut_count(rows)) {
    report.data_loss("dtrace.lost_line", rows[*row].line,
                     "the count of this row may lack its last digits: the rows of the table are cut at one column");
  }
  if (const auto row = row_below_gap(rows)) {
    report.data_loss("dtrace.lost_line", rows[*row].line,
                     "rows of this table may be missing before this one: DTrace prints its buckets without gaps");
  } else if (!is_cut && lacks_end(rows)) {
    report.data_loss("dtrace.lost_line", rows.back().line,
                     "rows of this table may be missing after this one: DTrace prints an empty bucket last");
  }
}

void TableForms::take_dump(const Token& dump) {
  begin_datum(dump);
  open_.add_text(dump.text);
  open_.end_stack();
}

void TableForms::take_table(Token& table, const Token& next, std::uint64_t last_line) {
  const bool may_have_key = table.blanks < 2 && !assembly_.shapes().prints_headings_above_tables();
  const bool has_text_key = !open_.is_open() && may_have_key && take_text_key(table);
  if (!has_text_key) begin_datum(table);
  Record& record = open_.record();
  record.is_table = true;
  record.value_line = table.line;
  take_others(table);
  report_row_gaps(table.rows, table.end == Token::End::input, report_);
  record.rows.swap(table.rows);
  record.values.assign(table.numbers.begin(), table.numbers.end());
  open_.end_stack();
  end_table(table, next, last_line);
}

/// Output of others among the rows of a table is counted as text between frames is.
void TableForms::take_others(const Token& table) {
  for (const Token::OtherText& other : table.within) {
    assembly_.text().within(other.text, other.line);
    assembly_.text().leave_within();
    if (!parse_number(trimmed(other.text))) continue;
    report_.data_loss("dtrace.lost_line", other.line,
                      "this number may be the end of the count above, whose line something was printed into");
  }
}

/// Where the input ends in these rows of a table, some may be missing.
void TableForms::report_cut(const std::vector<TableRow>& rows, std::uint64_t last_line) {
  const bool is_empty = std::all_of(rows.begin(), rows.end(), [](const TableRow& row) { return row.count.value == 0; });
  const bool has_end = !is_empty && !lacks_counts(rows) &&
                       (rows.back().count.value == 0 || rows.back().label == TableRow::Label::at_least);
  if (has_end) return;
  report_.data_loss("dtrace.truncated", last_line, "the input ends within a table, whose last buckets are missing");
}

void TableForms::end_cpu_table(const Token& token, const Token& next, std::uint64_t last_line) {
  const bool is_table = token.kind == Kind::table;
  if (is_table) observe_below(token, next);
  if (token.kind == Kind::end || (is_table && token.end == Token::End::input)) report_cut(token.rows, last_line);
}

void TableForms::end_table(const Token& table, const Token& next, std::uint64_t last_line) {
  const Record& record = open_.record();
  if (table.end == Token::End::input) {
    report_cut(record.rows, last_line);
    if (record.rows.empty()) return;
  }
  if (table.end == Token::End::line && !table.numbers.empty()) {
    if (next.kind == Kind::table || next.kind == Kind::frames) {
      report_.data_loss("dtrace.lost_line", next.line - 1,
                        "an empty line may be missing before this number: it is read as a value of the table above, "
                        "and may be a key");
    }
  }
  observe_below(table, next);
  assembly_.close();
}

/// DTrace ends a table with an empty line.
void TableForms::observe_below(const Token& table, const Token& next) {
  const bool is_below = table.end == Token::End::line && (next.kind == Kind::text || next.kind == Kind::open_scalars);
  if (is_below && !assembly_.shapes().has_program()) assembly_.found().texts_below.add(next.line);
}

/// A line of text right above a table without keys is what printa() with a format printed as its keys.
bool TableForms::take_text_key(const Token& table) {
  const std::uint64_t above = table.line - table.blanks - 1;
  const std::string key = assembly_.text().take_key(above);
  if (key.empty()) {
    const bool is_behind_probe = table.blanks == 0 && assembly_.text().is_behind_probe(above);
    if (is_behind_probe && !assembly_.shapes().has_program()) assembly_.found().text_keys.add(above);
    return false;
  }
  assembly_.begin(above, 0, true);
  Record& record = open_.record();
  record.before.is_heading = !record.before.text.empty();
  if (const auto named = parse_named_value(key); named && !named->value) {
    record.before.text = named->name;
    record.before.is_heading = true;
    return true;
  }
  open_.add_text(key);
  assembly_.found().text_keys.add(above);
  return true;
}

}  // namespace profconv::dtrace
