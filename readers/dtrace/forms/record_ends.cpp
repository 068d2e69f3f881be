// SPDX-License-Identifier: Apache-2.0
// What is left open when the input ends, and what is to say of all that was found.
#include "profconv/errors.h"
#include "readers/dtrace/forms/record_reader.h"

namespace profconv::dtrace {

namespace {

constexpr std::string_view default_form =
    "records of aggregations in DTrace's default print form: frames such as module`function+0x1f, or keys, and a "
    "number at least 17 characters wide";

}  // namespace

/// Where the input was cut behind a key, the key looks like a value.
bool RecordReader::pending_is_cut() const {
  if (last_shape_.empty() || !last_shape_.starts_with(pending_shape())) return false;
  return last_shape_.size() > 1 || pending_.columns.back().kind != ColumnKind::quad;
}

void RecordReader::end_open_record() {
  constexpr std::string_view cut =
      "the input ends within a record, which is left out: it was cut, or the recording was";
  if (state_ == State::table) {
    const TableRow* const last = record_.rows.empty() ? nullptr : &record_.rows.back();
    if (last == nullptr || (last->count.value != 0 && last->label != TableRow::Label::at_least)) {
      report_.data_loss("dtrace.truncated", line_, "the input ends within a table, whose last buckets are missing");
    }
    if (last != nullptr) return end_table();
  }
  if (pending_.present && pending_is_cut()) {
    pending_.present = false;
    report_.data_loss("dtrace.truncated", pending_.number, cut);
    record_.clear();
    state_ = State::idle;
  }
  resolve(Next::other);
  if (closed_) emit();
  if (state_ == State::dump) end_dump();
  if (state_ == State::idle || state_ == State::key_table || state_ == State::cpu_table) return;
  if (records_ == 0 || unvalued_ != 0 || is_action()) return abandon();
  report_.data_loss("dtrace.truncated", record_.line, cut);
  record_.clear();
  state_ = State::idle;
}

/// Says what was read that is not in default form.
void RecordReader::report_forms() {
  if (text_keys_ != 0) {
    report_.note("dtrace.text_keys", first_text_key_,
                 std::to_string(text_keys_) + (text_keys_ == 1 ? " table has" : " tables have") +
                     " a line of text above instead of keys, as printa() with a format prints them: the line is the "
                     "key; --set dtrace.printa=FORMAT takes it apart");
  }
  if (packed_ != 0) {
    report_.data_loss("dtrace.packed", first_packed_,
                      "the cells of -x aggpack are pictures and no numbers: of " + std::to_string(packed_) +
                          (packed_ == 1 ? " distribution" : " distributions") + " only the total is read");
  }
  if (actions_ != 0) {
    report_.note("dtrace.actions", first_action_,
                 std::to_string(actions_) + (actions_ == 1 ? " stack has" : " stacks have") +
                     " no value, as those that ustack() or stack() print as an action: each counts as one event");
  }
}

void RecordReader::settle() {
  resolve(Next::other);
  if (closed_) emit();
  text_.forget();
}

void RecordReader::finish(bool others_found) {
  end_open_record();
  if (closed_) emit();
  if (records_ == 0 && actions_ == 0 && !others_found) explain_absence();
  messages_.report(report_);
  text_.report();
  if (unvalued_ != 0 && !report_.context().is_checking()) {
    report_.error("dtrace.no_value", first_unvalued_,
                  std::to_string(unvalued_) + (unvalued_ == 1 ? " stack is" : " stacks are") +
                      " left out, as no value follows in DTrace's default print form; where printa() printed them "
                      "with a format, --set dtrace.printa=FORMAT or dtrace.script=FILE tells it");
  }
  report_forms();
  if (headings_ > 1) {
    report_.note(
        "dtrace.appended", line_,
        std::to_string(headings_) + " recordings stand behind one another (dtrace -o appends): they are added");
  }
}

/// No record was found. A heading, or nothing but empty lines, is what dtrace prints where nothing was counted.
void RecordReader::explain_absence() const {
  const std::string expected(default_form);
  if (line_ == 0) report_.fail(0, "the input is empty; expected " + expected);
  if (unvalued_ != 0) {
    report_.fail(
        first_unvalued_,
        "found the end of a stack and no value behind it, expected a number at least 17 characters wide; where "
        "printa() printed it with a format, --set dtrace.printa=FORMAT or dtrace.script=FILE tells it");
  }
  if (headings_ != 0) return;
  if (text_.count() != 0) {
    report_.fail(text_.first_line(), "found '" + text_.first_words() + "', expected " + expected);
  }
  if (messages_.any()) report_.fail(1, "found only messages of dtrace, expected " + expected);
}

}  // namespace profconv::dtrace
