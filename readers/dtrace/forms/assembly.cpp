// SPDX-License-Identifier: Apache-2.0
// Beginning and ending records.
#include "readers/dtrace/forms/assembly.h"

#include <string>
#include <string_view>
#include <utility>

#include "readers/dtrace/forms/record_parts.h"

namespace profconv::dtrace {

namespace {

constexpr std::size_t most_valueless_stacks = 8;

/// Whether empty lines show where its stacks begin and end. Keys before the only stack of a value do, too.
bool needs_blanks(const Record& record) {
  const bool begins_with_stack = record.shape.starts_with(stack_letter);
  return !record.stacks.empty() && (record.is_table || begins_with_stack || record.stacks.size() > 1);
}

}  // namespace

void Assembly::begin(std::uint64_t line, std::size_t blanks, bool own_newline) {
  open_.begin(line, own_newline);
  between_.begin(open_.record(), blanks, own_newline);
}

void Assembly::add_stacks(std::size_t count, std::uint64_t line) {
  // No aggregation has that many stacks for keys: what an action prints goes on and on.
  if (open_.record().stacks.size() >= most_valueless_stacks && is_action()) {
    end_action();
    begin(line, 0, true);
    count = 1;
  }
  open_.add_stacks(count);
}

void Assembly::close() {
  Record& record = open_.record();
  const LeadingStacks stacks = shapes_.leading_stacks(record, open_.has_own_newline(), between_.is_fresh());
  record.leading_stacks = stacks.count;
  record.are_stacks_doubtful = stacks.is_doubtful && shapes_.has_program();
  if (stacks.is_doubtful && !shapes_.has_program()) {
    report_.data_loss("dtrace.leading_stacks", record.line,
                      "the empty lines before this record may be empty stacks, or one the end of what a probe printed");
  }
  open_.insert_stacks(stacks.count);
  part_from_action();
  const bool follows = !between_.is_fresh() || record.line == end_of_action_ + 1;
  const bool lacks_newline = record.has_own_newline() && record.blanks_before == 0 && follows;
  if (lacks_newline && found_.has_blanks && !record.is_glued) {
    report_.data_loss("dtrace.lost_line", record.line,
                      "the empty line that this record begins with is missing, and maybe keys before it");
  }
  if (shapes_.may_be_two_around_frame(record)) {
    report_.data_loss(
        "dtrace.lost_line", record.line,
        "this may be two records with a frame between that is no part of them: its first value is read as "
        "a key");
  }
  shapes_.keep(record, between_.is_fresh() && record.before.of_probe);
  between_.end_record();
  open_.close();
  is_whole_ = true;
}

/// Stacks that the program does not print with this record are what an action printed before it.
void Assembly::part_from_action() {
  Record& record = open_.record();
  const std::size_t count = shapes_.stacks_of_others(record);
  if (count == 0) {
    if (!shapes_.may_begin_with_action(record)) return;
    return report_.data_loss("dtrace.leading_stacks", record.line,
                             "the first stack may be a key of this record or that of an action before it, as the D "
                             "program prints both");
  }
  Record rest = record;
  const Record action = take_stacks(rest, count);
  if (!action.frames.empty() && !actions_.may_be_in(action)) return;
  actions_.emit(action, open_.indent(), between_.text(), between_.probes());
  record = std::move(rest);
}

void Assembly::emit() {
  ++found_.records;
  const Record& record = open_.record();
  if (!found_.has_blanks && !shapes_.has_program() && needs_blanks(record)) {
    for (std::size_t i = 0; i < record.stacks.size(); ++i) found_.unparted.add(record.line);
  }
  is_whole_ = false;
  open_.end();
}

void Assembly::pass(const Record& record, std::size_t blanks) {
  // Records behind what the program prints as it ends, or begins, are of another recording.
  const bool is_between = (blanks != 0 && between_.has_closing_stacks()) || open_.record().first_of_recording;
  if (is_between && open_.is_in_stack() && is_action()) end_action();
  between_.see_blanks(blanks);
  found_.has_other_records = true;
  between_.end_formatted(record);
  if (!between_.has_news() && !between_.has_gap()) return batch_.add(record);
  Record first = record;
  between_.begin_formatted(first);
  batch_.add(first);
}

/// What ustack() prints as an action is followed by the empty line that dtrace prints when it ends, and by that of the
/// first stack of what it prints then. No record has three stacks.
bool Assembly::ends_action(std::size_t blanks) const {
  if (blanks < 2 || !open_.is_in_stack() || !open_.record().columns.empty() || !actions_.may_be_in(open_.record())) {
    return false;
  }
  return !shapes_.can_go_on(std::string(open_.shape()).append(blanks, stack_letter));
}

/// An action's stack among records that begin with stacks looks like one of them that has lost its value.
void Assembly::end_likely_action() {
  const bool can_be_record = shapes_.last_size() != 0 && shapes_.can_become_last(open_.shape());
  if (can_be_record && !shapes_.prints_actions()) {
    report_.data_loss("dtrace.lost_line", open_.record().line,
                      "this stack has no value and is read as one event; the lines after it may be missing");
  }
  end_action();
}

bool Assembly::ends_action(std::string_view line, const Token& next) const {
  const Record& record = open_.record();
  if (!shapes_.prints_actions() || !open_.is_in_stack() || !record.columns.empty() || !actions_.may_be_in(record)) {
    return false;
  }
  // What other programs print into a record may look like it, and the value follows.
  const bool is_above_value = next.blanks == 0 && next.kind == Token::Kind::scalars && next.ends_in_quad() &&
                              !shapes_.is_text(next.text) && !shapes_.is_expected("", false, 0).value_or(false);
  return !is_above_value && shapes_.is_text(line);
}

bool Assembly::is_below_action(const Token& scalars, const Token& next) const {
  if (scalars.blanks != 0 || !ends_action(scalars.text, next)) return false;
  const Record& record = open_.record();
  // A record begins with a newline, and a print with another.
  if (record.lacks_blank || (record.blanks_before == 0 && !record.follows_record)) return true;
  const std::string shape = open_.shape_with(scalars);
  for (std::string_view keys = std::string_view(shape).substr(0, shape.size() - 1); !keys.empty();
       keys.remove_prefix(1)) {
    if (shapes_.is_expected(keys, false, 0).value_or(false)) return false;
  }
  return !shapes_.can_begin(shape, record.blanks_before);
}

void Assembly::end_action_above(std::string_view text, std::uint64_t line) {
  end_of_action_ = line;
  end_action();
  between_.add_text(text, line, 0);
  if (!shapes_.has_headings()) between_.text().forget();
}

void Assembly::end_action() {
  if (open_.is_interrupted()) actions_.see_interrupted(open_.record().line);
  actions_.emit(open_.record(), open_.indent(), between_.text(), between_.probes());
  between_.see_stack();
  between_.text().leave_within();
  open_.clear();
}

void Assembly::abandon() {
  if (!open_.is_open()) return;
  is_action() ? end_action() : give_up(open_.record().line);
}

void Assembly::give_up(std::uint64_t line) {
  found_.unvalued.add(line);
  if (report_.context().is_checking()) {
    report_.error("dtrace.no_value", line, "a stack is left out, as no value follows in DTrace's default print form");
  }
  between_.text().leave_within();
  open_.clear();
}

void Assembly::cut_off(std::uint64_t line) {
  report_.data_loss("dtrace.truncated", line, "the input ends within a record, which is left out: the file is cut");
  open_.clear();
}

void Assembly::end(bool after_blank) {
  if (!open_.is_open()) return;
  if (is_action() || (shapes_.prints_actions() && actions_.may_be_in(open_.record()))) {
    if (!after_blank && found_.has_blanks) {
      report_.data_loss("dtrace.truncated", open_.record().line,
                        "the input ends below a frame of this event: frames may be missing, as dtrace prints an empty "
                        "line after them");
    }
    return end_action();
  }
  const bool needs_no_value = found_.records == 0 || found_.unvalued.any();
  needs_no_value ? give_up(open_.record().line) : cut_off(open_.record().line);
}

void Assembly::report() {
  found_.has_other_records = found_.has_other_records || actions_.any();
  found_.require_recording(between_, report_);
  between_.text().report();
  found_.report(between_, shapes_.has_program(), report_);
  actions_.end();
  if (actions_.any() && between_.bare_probes().any()) {
    report_.data_loss("dtrace.actions", between_.bare_probes().line,
                      between_.bare_probes().words(" probe printed", " probes printed") +
                          " an empty line alone: it may be an empty stack, which is left out");
  }
  actions_.report(report_, (found_.records != 0 || shapes_.has_program()) && !shapes_.prints_actions(),
                  found_.has_blanks || shapes_.print_above_actions());
}

}  // namespace profconv::dtrace
