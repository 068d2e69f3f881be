// SPDX-License-Identifier: Apache-2.0
// Comparing the records of a shape that appears for the first time with those around them.
#include "readers/dtrace/forms/lost_lines.h"

#include <algorithm>
#include <utility>

#include "readers/dtrace/forms/record_parts.h"
#include "readers/dtrace/text/columns.h"

namespace profconv::dtrace {

namespace {

/// More records of one shape in a row have all their lines.
constexpr std::size_t most_held = 16;

/// Whether the empty lines between records tell of it: not in formats of printa(), nor in tables of keys.
bool is_comparable(const Record& record) { return record.format == 0 && !record.is_action && !record.is_packed; }

bool begins_apart(const Record& record) { return record.starts_print || !record.follows_record; }

bool have_one_form(const Record& a, const Record& b) { return a.shape == b.shape && a.is_table == b.is_table; }

bool has_stack(std::string_view shape) { return shape.find(stack_letter) != std::string_view::npos; }

/// DTrace sorts by value; with -x aggsortrev they fall, but a few may do so by chance.
bool in_order(const std::vector<std::int64_t>& values) {
  constexpr std::size_t few = 3;
  if (std::is_sorted(values.begin(), values.end())) return true;
  return values.size() > few && std::is_sorted(values.rbegin(), values.rend());
}

/// Whether a record is one of the usual shape after the stacks of another whose value is missing.
bool follows_valueless(const Record& record, std::string_view usual) {
  const std::string_view shape = record.shape;
  const std::string_view stacks = usual.substr(0, usual.rfind(stack_letter) + 1);
  const bool has_frames = record.stacks.size() > 1 && record.stacks[1] != 0;
  return has_frames && !stacks.empty() && shape.size() == stacks.size() + usual.size() && shape.starts_with(stacks) &&
         shape.ends_with(usual);
}

}  // namespace

void LostLines::add(const Record& record) {
  if (!is_comparable(record)) {
    settle();
    before_.present = false;
    return sink_.add(record);
  }
  if (record.blanks_before != 0 || record.follows_probe) any_empty_line_ = true;
  if (!record.is_glued) return add_next(record);
  const std::vector<Record> parts = split(record, possible_values(record.shape));
  for (const Record& part : parts) {
    if (&part != parts.data()) report_split(part.line);
    add_next(part);
  }
}

void LostLines::add_next(const Record& record) {
  if (begins_apart(record)) {
    settle();
    before_.present = false;
  }
  if (!held_.empty() && have_one_form(held_.front(), record)) {
    if (held_.size() < most_held && !possible_values(record.shape).empty()) {
      held_.push_back(record);
      return;
    }
    release();
  }
  if (!held_.empty()) judge(&record);
  compare_numbers(record);
  if (before_.has_form_of(record)) return pass(record);
  held_.push_back(record);
}

/// Every table of an aggregation has as many numbers below it, one for each other aggregation that is printed with it.
void LostLines::compare_numbers(const Record& record) {
  if (!record.is_table || !before_.has_form_of(record) || before_.numbers == record.values.size()) return;
  report_.data_loss("dtrace.lost_line", record.value_line,
                    "an empty line may be missing below this table or the one before it: only one of them has a number "
                    "below it");
}

void LostLines::pass(const Record& record) {
  if (!before_.has_form_of(record)) {
    before_.present = true;
    before_.shape = record.shape;
    before_.is_table = record.is_table;
  }
  before_.numbers = record.values.size();
  before_.starts_print = record.starts_print;
  before_.value = record.value.value;
  sink_.add(record);
}

void LostLines::release() {
  std::vector<Record> held;
  held.swap(held_);
  for (const Record& record : held) pass(record);
}

/// Decides what the records that are held are, now that the next one is known; null: it is of something else.
void LostLines::judge(const Record* next) {
  if (held_.empty()) return;
  const Record& record = held_.front();
  if (prints_.size() != 0 && is_expected(record.shape)) return release();
  for (const std::size_t value : possible_values(record.shape)) {
    const Finding finding = glued_at(value, next);
    if (finding == Finding::certain) return split_held(value);
    if (finding == Finding::none) continue;
    report_.data_loss(
        "dtrace.lost_line", line_of(record, value + 1),
        "an empty line may be missing before this frame: the number above it is read as a key, and may be "
        "a value");
    return release();
  }
  if (next != nullptr && part_from_action(*next)) return;
  if (next != nullptr && may_lack_stacks(*next)) {
    report_.data_loss("dtrace.leading_stacks", record.line,
                      "the empty lines before this record may be empty stacks, as the next record begins with a stack");
  }
  if (has_value_above_table()) {
    report_.data_loss(
        "dtrace.lost_line", record.value_line,
        "an empty line may be missing before this table: the number above it is read as a key, and may be "
        "a value");
  } else if (is_odd_one_out(next)) {
    report_.data_loss("dtrace.lost_line", record.line,
                      "this record has other keys than those before and after it: a line of it, or the value of the "
                      "one before, may be missing");
  }
  release();
}

bool LostLines::is_expected(std::string_view shape) const {
  Record record;
  record.shape = shape;
  record.is_table = held_.front().is_table;
  return prints_.find(record).has_value();
}

/// Whether the number at this place of the shape of what is held is a value.
LostLines::Finding LostLines::glued_at(std::size_t value, const Record* next) const {
  const std::string_view shape = held_.front().shape;
  const std::string_view first = shape.substr(0, value);
  const std::string_view second = shape.substr(value + 1);
  const bool is_like_before = before_.present && !before_.is_table && before_.shape == first;
  const bool is_like_next = next != nullptr && next->shape == second && next->is_table == held_.front().is_table;
  const bool is_alike = first == second && !held_.front().is_table;
  const bool is_told = prints_.size() != 0 && is_expected(first) && is_expected(second);
  const bool is_known = (is_like_before && (is_like_next || is_alike)) || (is_like_next && is_alike);
  if (is_told) return Finding::certain;
  const Record* const after = is_like_next ? next : nullptr;
  if (is_known && rises_or_falls(value, is_like_before, is_alike ? after : nullptr)) return Finding::certain;
  return doubt(value, is_like_before || is_like_next);
}

/// Whether what cannot be told from keys is more likely a value.
LostLines::Finding LostLines::doubt(std::size_t value, bool is_known) const {
  const Record& record = held_.front();
  const bool has_lost_newline = record.blanks_before == 0 && (record.shape.front() == stack_letter || !any_empty_line_);
  const bool is_single = held_.size() == 1 && (is_known || is_below_frames(record, value));
  return has_lost_newline || is_single || is_last_of_print(value) ? Finding::doubtful : Finding::none;
}

/// Whether the first of several would be the last two records of the aggregation before: its values go on with those,
/// and fall behind it.
bool LostLines::is_last_of_print(std::size_t value) const {
  const Record& record = held_.front();
  const std::string_view shape = record.shape;
  return held_.size() > 1 && before_.present && before_.shape == shape.substr(0, value) &&
         before_.shape == shape.substr(value + 1) &&
         in_order({before_.value, number_at(record, value).value, record.value.value}) &&
         held_[1].value.value < record.value.value;
}

/// Whether the values that splitting would give are in DTrace's order, with those around them.
bool LostLines::rises_or_falls(std::size_t value, bool with_before, const Record* next) const {
  std::vector<std::int64_t> values;
  if (with_before) values.push_back(before_.value);
  const bool is_table = held_.front().is_table;
  const bool is_alike = value * 2 + 1 == held_.front().shape.size() && !is_table;
  for (const Record& record : held_) {
    values.push_back(number_at(record, value).value);
    if (is_alike) values.push_back(record.value.value);
  }
  if (next != nullptr && !is_table) values.push_back(next->value.value);
  return in_order(values);
}

/// Whether what is held is a single record among others of one shape, which it differs from. Tables end by themselves.
bool LostLines::is_odd_one_out(const Record* next) const {
  const Record& record = held_.front();
  if (held_.size() != 1 || record.is_table) return false;
  const bool has_next = next != nullptr && !next->is_table;
  const bool has_before = before_.present && !before_.is_table;
  std::vector<std::int64_t> values;
  if (has_before) values.push_back(before_.value);
  values.push_back(record.value.value);
  if (has_next) values.push_back(next->value.value);
  if (!in_order(values)) return false;
  if (has_before && has_next && before_.shape == next->shape) return has_stack(before_.shape);
  return (has_before && !before_.starts_print && follows_valueless(record, before_.shape)) ||
         (has_next && follows_valueless(record, next->shape));
}

/// Whether the first record of a print looks like the next but for stacks that the empty lines before it may be.
bool LostLines::may_lack_stacks(const Record& next) const {
  const Record& record = held_.front();
  const std::size_t more = next.shape.size() - std::min(next.shape.size(), record.shape.size());
  // A table without keys begins with a newline of its own, and a format's stack with the one that ends the line above.
  const std::size_t least = record.shape.empty() ? more : more + 1;
  return more != 0 && record.blanks_before >= least && record.is_table == next.is_table &&
         next.shape == std::string(more, stack_letter) + record.shape;
}

/// Whether the keys of a single table look like those and the value of the record before.
bool LostLines::has_value_above_table() const {
  const Record& record = held_.front();
  return held_.size() == 1 && record.is_table && before_.present && !before_.is_table &&
         record.shape == before_.shape + static_cast<char>(ColumnKind::quad);
}

/// What an action printed before the first record looks like stacks of its own, if an empty line follows it; the
/// records after it have none.
bool LostLines::part_from_action(const Record& next) {
  Record& record = held_.front();
  const std::size_t more = record.shape.size() - std::min(record.shape.size(), next.shape.size());
  const bool is_first = held_.size() == 1 && !before_.present && more != 0;
  if (!is_first || record.shape != std::string(more, stack_letter) + next.shape || record.is_table != next.is_table) {
    return false;
  }
  if (!next.follows_record || next.blanks_before != 0) return false;
  Record action = take_stacks(record, more);
  if (action.frames.empty()) return false;
  action.shape = stack_letter;
  action.stacks = {0};
  action.value_line = action.line;
  action.is_action = true;
  action.value.value = 1;
  report_.tell(prints_.prints_stacks(), "dtrace.actions", action.line,
               "this stack has no value, as those that ustack() or stack() print as an action: it counts as one event");
  sink_.add(action);
  release();
  return true;
}

void LostLines::split_held(std::size_t value) {
  std::vector<Record> held;
  held.swap(held_);
  for (const Record& record : held) {
    const std::vector<Record> parts = split(record, {value});
    report_split(parts.back().line);
    for (const Record& part : parts) pass(part);
  }
}

void LostLines::report_split(std::uint64_t line) {
  report_.data_loss("dtrace.lost_line", line, "an empty line is missing before this frame, which begins a new record");
}

}  // namespace profconv::dtrace
