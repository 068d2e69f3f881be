// SPDX-License-Identifier: Apache-2.0
// What each token does to the record that is being read.
#include "readers/dtrace/forms/grammar.h"

#include <algorithm>
#include <string>
#include <utility>

#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

using Kind = Token::Kind;
using State = OpenRecord::State;

/// More empty lines than this within a record are none of it.
constexpr std::size_t most_blanks = 4;
constexpr std::size_t most_valueless_stacks = 8;
constexpr std::string_view default_form =
    "records of aggregations in DTrace's default print form: frames such as module`function+0x1f, or keys, and a "
    "number at least 17 characters wide";

}  // namespace

Grammar::Grammar(LineSource& source, FrameLines& frames, RecordSink& sink, Report& report, const Treatment& treatment)
    : frames_(frames),
      sink_(sink),
      report_(report),
      messages_(report),
      lexer_(source, frames, messages_, report.context().limits().max_stack_depth, !treatment.collapsed),
      stacks_have_values_(treatment.stacks_have_values),
      between_(report),
      scalars_(shapes_, report),
      open_(report),
      actions_(sink, treatment),
      cut_frames_(frames, report) {}

void Grammar::read() {
  do {
    if (has_next_) {
      std::swap(front_, next_);
      has_next_ = false;
    } else {
      lexer_.next(front_);
    }
    take();
  } while (front_.kind != Kind::end);
}

const Token& Grammar::peek() {
  if (!std::exchange(has_next_, true)) lexer_.next(next_);
  return next_;
}

void Grammar::take() {
  const bool is_cpu_table = std::exchange(in_cpu_table_, false) && front_.kind == Kind::table;
  if (is_cpu_table || (front_.kind == Kind::cpu && take_cpu())) return;
  if (is_whole_) emit();
  take_blanks();
  if (front_.kind != Kind::key_row) in_key_rows_ = false;
  switch (front_.kind) {
    case Kind::frames:
      return take_frames();
    case Kind::scalars:
    case Kind::open_scalars:
      return take_scalars();
    case Kind::table:
      return take_table();
    case Kind::dump:
      return take_dump();
    case Kind::key_row:
      return take_key_row();
    case Kind::named_value:
      return take_named_value();
    case Kind::probe:
      abandon();
      return between_.add_probe(front_.text, front_.line);
    case Kind::heading:
      abandon();
      return between_.add_heading();
    case Kind::cpu:
    case Kind::text:
      return take_text(front_.text, front_.line, front_.blanks);
    case Kind::record:
      return take_record();
    case Kind::end:
      return take_end();
  }
}

/// Empty lines after keys are empty stacks; more than a record can have end it.
void Grammar::take_blanks() {
  if (front_.blanks == 0) return;
  if (between_.text().is_within()) {
    between_.text().within_was_between();
    abandon();
  }
  if (open_.state() == State::after_keys) {
    begin_stacks(1);
    open_.end_stack();
  }
  if (open_.is_open() && front_.blanks > most_blanks) abandon();
}

void Grammar::take_frames() {
  const bool goes_on = open_.is_in_stack();
  if (!open_.is_open()) {
    begin(front_.line, front_.blanks, true);
    begin_stacks(1);
  } else if (!goes_on) {
    begin_stacks(1);
  } else if (front_.blanks != 0) {
    begin_stacks(front_.blanks);
  }
  open_.end_stack();
  between_.text().leave_within();
  open_.add_frames(front_.frames, front_.line);
}

void Grammar::take_scalars() {
  const Scalars::Meaning meaning = scalars_.meaning(front_, peek(), open_);
  if (front_.kind == Kind::scalars) between_.text().leave_within();
  switch (meaning) {
    case Scalars::Meaning::keys:
      return take_keys();
    case Scalars::Meaning::value:
      return take_value();
    case Scalars::Meaning::cut:
      return cut_off(front_.line);
    case Scalars::Meaning::text:
      return take_lines_of_text();
  }
}

void Grammar::take_keys() {
  if (open_.state() == State::after_stack && front_.blanks != 0) {
    if (shapes_.can_become_last(open_.shape_with(front_))) {
      begin_stacks(front_.blanks);
    } else {
      abandon();
    }
  }
  if (open_.state() == State::after_keys) begin_stacks(1);
  if (!open_.is_open()) begin(front_.line, front_.blanks, false);
  open_.add_columns(front_, front_.columns.size());
  open_.end_keys();
}

void Grammar::take_value() {
  if (open_.state() == State::after_stack && front_.blanks != 0) {
    const std::string shape = open_.shape_with(front_);
    // Where stacks without a value were printed before, this one has none either.
    const bool has_valueless = unvalued_.any() || actions_.any();
    if (has_valueless && !shapes_.is_last(std::string_view(shape).substr(0, shape.size() - 1))) {
      abandon();
    } else {
      begin_stacks(front_.blanks);
    }
  }
  if (open_.state() == State::after_keys) begin_stacks(1);
  if (!open_.is_open()) begin(front_.line, front_.blanks, false);
  open_.record().value = front_.columns.back().number;
  open_.record().value_line = front_.line + front_.line_count - 1;
  open_.add_columns(front_, front_.columns.size() - 1);
  close();
}

/// A table or dump begins with a newline of its own.
void Grammar::begin_datum() {
  if (!open_.is_open()) {
    begin(front_.line, front_.blanks, true);
  } else if (open_.state() == State::after_stack && front_.blanks > 1) {
    begin_stacks(front_.blanks - 1);
  }
}

void Grammar::take_dump() {
  begin_datum();
  open_.add_text(front_.text);
  open_.end_stack();
}

void Grammar::take_table() {
  const bool has_text_key = !open_.is_open() && front_.blanks < 2 && take_text_key();
  if (!has_text_key) begin_datum();
  Record& record = open_.record();
  record.is_table = true;
  record.value_line = front_.line;
  record.rows.swap(front_.rows);
  record.values.assign(front_.numbers.begin(), front_.numbers.end());
  open_.end_stack();
  end_table();
}

void Grammar::end_table() {
  const Record& record = open_.record();
  if (front_.end == Token::End::input) {
    const TableRow* const last = record.rows.empty() ? nullptr : &record.rows.back();
    if (last == nullptr || (last->count.value != 0 && last->label != TableRow::Label::at_least)) {
      report_.data_loss("dtrace.truncated", lexer_.lines_read(),
                        "the input ends within a table, whose last buckets are missing");
    }
    if (last == nullptr) return;
  }
  if (front_.end == Token::End::line && !front_.numbers.empty()) {
    const Token& next = peek();
    if (next.kind == Kind::table || next.kind == Kind::frames) {
      report_.data_loss("dtrace.lost_line", next.line - 1,
                        "an empty line may be missing before this number: it is read as a value of the table above, "
                        "and may be a key");
    }
  }
  close();
}

/// A line of text right above a table without keys is what printa() with a format printed as its keys.
bool Grammar::take_text_key() {
  const std::uint64_t above = front_.line - front_.blanks - 1;
  const std::string key = between_.text().take_key(above);
  if (key.empty()) return false;
  begin(above, 0, true);
  Record& record = open_.record();
  record.before.is_heading = !record.before.text.empty();
  if (const auto named = parse_named_value(key); named && !named->value) {
    record.before.text = named->name;
    record.before.is_heading = true;
    return true;
  }
  open_.add_text(key);
  text_keys_.add(above);
  return true;
}

void Grammar::take_key_row() {
  if (front_.follows_heading || !std::exchange(in_key_rows_, true)) {
    abandon();
    begin(front_.line, front_.blanks, true);
    open_.record().starts_print = front_.follows_heading;
  }
  Record& record = open_.record();
  open_.add_columns(front_, front_.columns.size());
  record.value = front_.count;
  record.line = record.value_line = front_.line;
  record.is_packed = front_.is_packed;
  if (front_.is_packed) packed_.add(front_.line);
  between_.end_record();
  emit();
}

bool Grammar::take_cpu() {
  if (!is_whole_) return false;
  open_.record().cpus.push_back(front_.cpu);
  in_cpu_table_ = !front_.cpu.value;
  return true;
}

void Grammar::take_named_value() {
  abandon();
  begin(front_.line, 0, false);
  Record& record = open_.record();
  record.before.text = front_.text;
  record.before.is_heading = true;
  record.value = front_.count;
  record.value_line = front_.line;
  emit();
}

void Grammar::take_lines_of_text() {
  std::string_view rest = front_.text;
  for (std::size_t i = 0; i < front_.line_count; ++i) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    take_text(rest.substr(0, end), front_.line + i, i == 0 ? front_.blanks : 0);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

void Grammar::take_text(std::string_view text, std::uint64_t line, std::size_t blanks) {
  if (open_.state() == State::after_stack && blanks == 0) {
    if (is_elision(text)) {
      give_up(line);
    } else if (stacks_have_values_) {
      const bool can_be_cut = open_.is_in_stack() && !open_.record().frames.empty() && !between_.text().is_within();
      if (!can_be_cut || !cut_frames_.mend(open_.record().frames.back(), text, line)) {
        between_.text().within(text, line);
      }
      return;
    }
  }
  abandon();
  between_.add_text(text, line);
}

void Grammar::take_record() {
  between_.text().forget();
  others_found_ = true;
  sink_.add(*front_.record);
}

void Grammar::take_end() {
  if (!open_.is_open()) return;
  const bool is_without_value = records_ == 0 || unvalued_.any() || actions_.are_in(open_.record(), records_ == 0);
  is_without_value ? abandon() : cut_off(open_.record().line);
}

void Grammar::begin(std::uint64_t line, std::size_t blanks, bool own_newline) {
  open_.begin(line, own_newline);
  if (blanks != 0) scalars_.found_empty_line();
  between_.begin(open_.record(), blanks, own_newline);
}

void Grammar::begin_stacks(std::size_t count) {
  // No aggregation has that many stacks for keys: what an action prints goes on and on.
  if (open_.record().stacks.size() >= most_valueless_stacks && actions_.are_in(open_.record(), records_ == 0)) {
    actions_.emit(open_.record(), between_.text());
    open_.clear();
    begin(front_.line, 0, true);
    count = 1;
  }
  open_.add_stacks(count);
}

void Grammar::close() {
  Record& record = open_.record();
  open_.insert_stacks(shapes_.leading_stacks(record, open_.has_own_newline(), between_.is_fresh()));
  shapes_.keep(record, between_.is_fresh() && record.before.of_probe);
  between_.end_record();
  open_.close();
  is_whole_ = true;
}

void Grammar::emit() {
  ++records_;
  is_whole_ = false;
  sink_.add(open_.record());
  open_.clear();
}

/// Ends a record that turns out to have no value.
void Grammar::abandon() {
  if (!open_.is_open()) return;
  if (!actions_.are_in(open_.record(), records_ == 0)) return give_up(open_.record().line);
  actions_.emit(open_.record(), between_.text());
  between_.text().leave_within();
  open_.clear();
}

/// Leaves out a record without a value; `line` says best why.
void Grammar::give_up(std::uint64_t line) {
  unvalued_.add(line);
  if (report_.context().is_checking()) {
    report_.error("dtrace.no_value", line, "a stack is left out, as no value follows in DTrace's default print form");
  }
  between_.text().leave_within();
  open_.clear();
}

void Grammar::cut_off(std::uint64_t line) {
  report_.data_loss("dtrace.truncated", line,
                    "the input ends within a record, which is left out: it was cut, or the recording was");
  open_.clear();
}

void Grammar::finish() {
  if (records_ == 0 && !actions_.any() && !others_found_) explain_absence();
  messages_.messages.report(report_);
  between_.text().report();
  if (unvalued_.any() && !report_.context().is_checking()) {
    report_.error("dtrace.no_value", unvalued_.line,
                  unvalued_.words(" stack is", " stacks are") +
                      " left out, as no value follows in DTrace's default print form; where printa() printed them "
                      "with a format, --set dtrace.printa=FORMAT or dtrace.script=FILE tells it");
  }
  if (text_keys_.any()) {
    report_.note("dtrace.text_keys", text_keys_.line,
                 text_keys_.words(" table has", " tables have") +
                     " a line of text above instead of keys, as printa() with a format prints them: the line is the "
                     "key; --set dtrace.printa=FORMAT takes it apart");
  }
  if (packed_.any()) {
    report_.data_loss("dtrace.packed", packed_.line,
                      "the cells of -x aggpack are pictures and no numbers: of " +
                          packed_.words(" distribution", " distributions") + " only the total is read");
  }
  actions_.report(report_);
  if (const std::uint64_t headings = between_.headings(); headings > 1) {
    report_.note("dtrace.appended", lexer_.lines_read(),
                 std::to_string(headings) + " recordings stand behind one another (dtrace -o appends): they are added");
  }
}

/// No record was found. A heading, or nothing but empty lines, is what dtrace prints where nothing was counted.
void Grammar::explain_absence() const {
  const std::string expected(default_form);
  if (lexer_.lines_read() == 0) report_.fail(0, "the input is empty; expected " + expected);
  if (unvalued_.any()) {
    report_.fail(
        unvalued_.line,
        "found the end of a stack and no value behind it, expected a number at least 17 characters wide; where "
        "printa() printed it with a format, --set dtrace.printa=FORMAT or dtrace.script=FILE tells it");
  }
  if (between_.headings() != 0) return;
  const TextLines& text = between_.text();
  if (text.count() != 0) report_.fail(text.first_line(), "found '" + text.first_words() + "', expected " + expected);
  if (messages_.messages.any()) report_.fail(1, "found only messages of dtrace, expected " + expected);
}

}  // namespace profconv::dtrace
