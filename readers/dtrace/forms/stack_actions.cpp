// SPDX-License-Identifier: Apache-2.0
// Telling actions from records.
#include "readers/dtrace/forms/stack_actions.h"

#include <string>
#include <utility>

namespace profconv::dtrace {

bool StackActions::may_be_in(const Record& record) const {
  if (!may_hold_actions_ || record.frames.empty()) return false;
  const bool has_keys = record.shape.find_first_not_of(stack_letter) != std::string::npos;
  const bool is_apart = record.shape.ends_with(std::string(2, stack_letter)) && record.stacks.back() == 0;
  return !has_keys || is_apart;
}

bool StackActions::are_in(const Record& record, bool first) const {
  return may_be_in(record) && (!stacks_have_values_ || any() || first);
}

void StackActions::emit(const Record& record, std::size_t indent, TextLines& text, std::uint64_t probes) {
  for (const Column& column : record.columns) {
    if (column.kind == ColumnKind::text) text.between(record.text_of(column), record.line, false);
  }
  if (std::exchange(probes_, probes) != probes) {
    end_probe();
    probe_line_ = record.line;
  }
  Record action;
  action.line = action.value_line = record.line;
  action.shape = stack_letter;
  action.is_action = true;
  action.first_of_recording = record.first_of_recording;
  action.value.value = 1;
  action.stacks.push_back(0);
  for (std::size_t i = 0; i < record.stacks.size(); ++i) {
    const std::size_t end = i + 1 < record.stacks.size() ? record.stacks[i + 1] : record.frames.size();
    if (end == record.stacks[i]) continue;
    action.frames.assign(record.frames.begin() + static_cast<std::ptrdiff_t>(record.stacks[i]),
                         record.frames.begin() + static_cast<std::ptrdiff_t>(end));
    found_.add(record.line);
    joined_.see(action.frames, record.line);
    ++of_probe_;
    if (indent != frame_indent) unindented_.add(record.line);
    sink_.add(action);
    action.first_of_recording = false;
  }
}

/// Compares the number of stacks that a probe printed with the first one's.
void StackActions::end_probe() {
  const std::size_t count = std::exchange(of_probe_, 0);
  if (probe_line_ == 0 || count == 0) return;
  if (of_first_ == 0) of_first_ = count;
  if (count != of_first_) uneven_.add(probe_line_);
}

void StackActions::report(Report& report, bool are_assumed, bool has_blanks) const {
  if (unindented_.any()) {
    report.data_loss("dtrace.values_left_out", unindented_.line,
                     unindented_.words(" stack stands", " stacks stand") +
                         " where printa() with a format prints stacks: their values are not read; --set "
                         "dtrace.printa=FORMAT reads them");
  }
  if (uneven_.any()) {
    report.data_loss("dtrace.lost_line", uneven_.line,
                     uneven_.words(" probe printed", " probes printed") +
                         " another number of stacks than the first: an empty line may be within a stack, or missing");
  }
  if (interrupted_.any()) {
    report.data_loss("dtrace.lost_line", interrupted_.line,
                     interrupted_.words(" stack has", " stacks have") +
                         " text in the middle: if the D program printed it, it parts two stacks");
  }
  if (!any()) return;
  if (!has_blanks) {
    report.data_loss("dtrace.lost_line", found_.line,
                     "no empty line is left, as dtrace prints before and after each stack: stacks may be joined");
  } else if (const Finding joined = joined_.found(); joined.any()) {
    report.data_loss("dtrace.lost_line", joined.line,
                     joined.words(" stack has", " stacks have") +
                         " the last frame of others in the middle, too: an empty line may be missing there");
  }
  report.tell(!are_assumed, "dtrace.actions", found_.line,
              found_.words(" stack has", " stacks have") +
                  " no value, as those that ustack() or stack() print as an action: each counts as one event");
}

}  // namespace profconv::dtrace
