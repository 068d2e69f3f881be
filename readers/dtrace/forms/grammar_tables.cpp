// SPDX-License-Identifier: Apache-2.0
// Data that take several lines and end with a blank one: distributions, with the key above and the numbers below them,
// and dumps of text that is not ASCII.
#include <string>
#include <string_view>

#include "readers/dtrace/forms/grammar.h"
#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

using Kind = Token::Kind;
using State = OpenRecord::State;

}  // namespace

/// A table or dump begins with a newline of its own.
void Grammar::begin_datum() {
  if (!open_.is_open()) {
    assembly_.begin(front_->line, front_->blanks, true);
  } else if (open_.state() == State::after_stack && front_->blanks > 1) {
    assembly_.add_stacks(front_->blanks - 1, front_->line);
  }
}

void Grammar::take_dump() {
  begin_datum();
  open_.add_text(front_->text);
  open_.end_stack();
}

void Grammar::take_table() {
  const bool has_text_key = !open_.is_open() && front_->blanks < 2 && take_text_key();
  if (!has_text_key) begin_datum();
  Record& record = open_.record();
  record.is_table = true;
  record.value_line = front_->line;
  record.rows.swap(front_->rows);
  record.values.assign(front_->numbers.begin(), front_->numbers.end());
  open_.end_stack();
  end_table();
}

void Grammar::end_table() {
  const Record& record = open_.record();
  if (front_->end == Token::End::input) {
    const TableRow* const last = record.rows.empty() ? nullptr : &record.rows.back();
    if (last == nullptr || (last->count.value != 0 && last->label != TableRow::Label::at_least)) {
      report_.data_loss("dtrace.truncated", lexer_.lines_read(),
                        "the input ends within a table, whose last buckets are missing");
    }
    if (last == nullptr) return;
  }
  if (front_->end == Token::End::line && !front_->numbers.empty()) {
    const Token& next = peek();
    if (next.kind == Kind::table || next.kind == Kind::frames) {
      report_.data_loss("dtrace.lost_line", next.line - 1,
                        "an empty line may be missing before this number: it is read as a value of the table above, "
                        "and may be a key");
    }
  }
  assembly_.close();
}

/// A line of text right above a table without keys is what printa() with a format printed as its keys.
bool Grammar::take_text_key() {
  const std::uint64_t above = front_->line - front_->blanks - 1;
  const std::string key = assembly_.text().take_key(above);
  if (key.empty()) return false;
  assembly_.begin(above, 0, true);
  Record& record = open_.record();
  record.before.is_heading = !record.before.text.empty();
  if (const auto named = parse_named_value(key); named && !named->value) {
    record.before.text = named->name;
    record.before.is_heading = true;
    return true;
  }
  open_.add_text(key);
  found().text_keys.add(above);
  return true;
}

}  // namespace profconv::dtrace
