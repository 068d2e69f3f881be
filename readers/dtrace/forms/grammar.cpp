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

}  // namespace

Grammar::Grammar(LineSource& source, FrameLines& frames, RecordSink& sink, Report& report, const Treatment& treatment,
                 const ExpectedPrints& prints)
    : report_(report),
      messages_(report),
      lexer_(source, frames, messages_, report.context().limits().max_stack_depth, treatment, printed_by(prints)),
      stacks_have_values_(treatment.stacks_have_values),
      assembly_(sink, report, treatment, prints),
      open_(assembly_.open()),
      scalars_(assembly_.shapes(), report),
      tables_(assembly_, report),
      frame_lines_(frames),
      keys_(assembly_, report),
      cut_frames_(frames, report) {}

void Grammar::read() {
  do {
    if (has_next_) {
      std::swap(front_, next_);
      has_next_ = false;
    } else {
      lexer_.next(*front_);
    }
    take();
  } while (front_->kind != Kind::end);
  settle();
}

const Token& Grammar::peek() {
  if (!std::exchange(has_next_, true)) lexer_.next(*next_);
  return *next_;
}

void Grammar::take() {
  const bool in_cpu_table = std::exchange(in_cpu_table_, false);
  if (in_cpu_table) tables_.end_cpu_table(*front_, peek(), lexer_.lines_read());
  const bool is_cpu_table = in_cpu_table && front_->kind == Kind::table;
  if (is_cpu_table || (front_->kind == Kind::cpu && take_cpu())) return;
  if (assembly_.is_whole()) {
    keys_.compare(open_.record());
    assembly_.emit();
  }
  take_blanks();
  if (front_->kind != Kind::key_row) in_key_rows_ = false;
  switch (front_->kind) {
    case Kind::frames:
      return is_key_above_frames() ? take_scalars() : take_frames();
    case Kind::scalars:
    case Kind::open_scalars:
      return take_scalars();
    case Kind::table:
      return tables_.take_table(*front_, peek(), lexer_.lines_read());
    case Kind::dump:
      return tables_.take_dump(*front_);
    case Kind::key_row:
      return take_key_row();
    case Kind::named_value:
      return take_named_value();
    case Kind::probe:
      assembly_.abandon();
      return assembly_.between().add_probe(front_->text, front_->line, front_->blanks);
    case Kind::heading:
      assembly_.abandon();
      return assembly_.between().add_heading();
    case Kind::text:
      if (is_frame_behind_output()) return take_frames();
      [[fallthrough]];
    case Kind::cpu:
      return take_text(front_->text, front_->line, front_->blanks);
    case Kind::record:
      return assembly_.pass(*front_->record, front_->blanks);
    case Kind::end:
      return assembly_.end(front_->blanks != 0);
  }
}

/// Empty lines after keys are empty stacks; more than a record can have end it.
void Grammar::take_blanks() {
  if (front_->blanks == 0) return;
  found().has_blanks = true;
  if (assembly_.text().is_within()) {
    assembly_.text().within_was_between();
    assembly_.abandon();
  }
  if (open_.state() == State::after_keys) {
    assembly_.add_stacks(1, front_->line);
    open_.end_stack();
  }
  if (open_.is_open() && front_->blanks > most_blanks) assembly_.abandon();
}

void Grammar::take_frames() {
  if (front_->blanks != 0 && assembly_.ends_action(front_->blanks)) assembly_.end_likely_action();
  // A record has all its stacks at one indentation.
  const bool has_frames = !open_.record().frames.empty();
  if (front_->blanks != 0 && has_frames && (front_->indent == 0) != (open_.indent() == 0)) assembly_.abandon();
  const bool goes_on = open_.is_in_stack();
  if (!open_.is_open()) {
    assembly_.begin(front_->line, front_->blanks, true);
    assembly_.add_stacks(1, front_->line);
  } else if (!goes_on || front_->blanks != 0) {
    // The lines of a dump end before the newline of the first stack after it.
    assembly_.add_stacks(std::max<std::size_t>(front_->blanks, 1), front_->line);
  }
  open_.end_stack();
  if (assembly_.text().is_within()) open_.interrupt();
  assembly_.text().leave_within();
  open_.add_frames(*front_);
}

void Grammar::take_scalars() {
  if (assembly_.is_below_action(*front_, peek())) return take_text(front_->text, front_->line, 0);
  const Scalars::Meaning meaning = scalars_.meaning(*front_, peek(), open_);
  if (front_->kind == Kind::scalars) assembly_.text().leave_within();
  switch (meaning) {
    case Scalars::Meaning::keys:
      return take_keys();
    case Scalars::Meaning::value:
      return take_value();
    case Scalars::Meaning::cut:
      return assembly_.cut_off(front_->line);
    case Scalars::Meaning::text:
      return take_lines_of_text();
  }
}

/// Makes a frame a text key, as those of usym(), if it is indented as one and a stack below it as a stack, or a table
/// is right below it: an empty line stands between a stack and a table.
bool Grammar::is_key_above_frames() {
  const bool is_alone = front_->indent == key_indent && front_->frames.size() == 1;
  if (!is_alone || (front_->blanks == 0 && open_.is_in_stack())) return false;
  if (!open_.is_open()) keys_.see_frame(*front_, peek());
  if (peek().kind == Kind::table && peek().blanks == 0) {
    front_->become_key(frame_lines_.line(front_->frames.front()), Kind::scalars);
    return true;
  }
  if (peek().kind != Kind::frames || peek().blanks == 0 || peek().indent <= key_indent) return false;
  front_->become_key(frame_lines_.line(front_->frames.front()), Kind::open_scalars);
  return true;
}

void Grammar::take_keys() {
  keys_.take(*front_, peek(), open_);
  if (open_.state() == State::after_stack && front_->blanks != 0) {
    if (assembly_.shapes().can_go_on(open_.shape_with(*front_))) {
      assembly_.add_stacks(front_->blanks, front_->line);
    } else {
      assembly_.abandon();
    }
  }
  if (open_.state() == State::after_keys) assembly_.add_stacks(1, front_->line);
  if (!open_.is_open()) assembly_.begin(front_->line, front_->blanks, false);
  open_.add_columns(*front_, front_->columns.size());
  open_.end_keys();
}

void Grammar::take_value() {
  keys_.take_value(*front_, peek(), open_);
  if (open_.state() == State::after_stack && front_->blanks != 0) {
    const std::string shape = open_.shape_with(*front_);
    // Where stacks without a value were printed before, this one has none either.
    const std::string_view keys = std::string_view(shape).substr(0, shape.size() - 1);
    const bool is_apart = assembly_.has_valueless() && !assembly_.shapes().is_last(keys);
    if (!assembly_.shapes().is_expected(keys, false, 0).value_or(!is_apart)) {
      assembly_.abandon();
    } else {
      assembly_.add_stacks(front_->blanks, front_->line);
    }
  }
  if (open_.state() == State::after_keys) assembly_.add_stacks(1, front_->line);
  if (!open_.is_open()) assembly_.begin(front_->line, front_->blanks, false);
  open_.record().value = front_->columns.back().number;
  open_.record().value_line = front_->line + front_->line_count - 1;
  open_.add_columns(*front_, front_->columns.size() - 1);
  assembly_.close();
}

void Grammar::take_key_row() {
  if (front_->follows_heading || !std::exchange(in_key_rows_, true)) {
    assembly_.abandon();
    assembly_.begin(front_->line, front_->blanks, true);
    open_.record().starts_print = front_->follows_heading;
  }
  Record& record = open_.record();
  open_.add_columns(*front_, front_->columns.size());
  record.value = front_->count;
  record.line = record.value_line = front_->line;
  record.is_key_row = true;
  record.is_packed = front_->is_packed;
  if (front_->is_packed) found().packed.add(front_->line);
  assembly_.between().end_record();
  assembly_.emit();
}

bool Grammar::take_cpu() {
  if (!assembly_.is_whole()) return false;
  open_.record().cpus.push_back(front_->cpu);
  in_cpu_table_ = !front_->cpu.value;
  return true;
}

void Grammar::take_named_value() {
  assembly_.abandon();
  assembly_.begin(front_->line, 0, false);
  Record& record = open_.record();
  record.before.text = front_->text;
  record.before.is_heading = true;
  record.value = front_->count;
  record.value_line = front_->line;
  assembly_.emit();
}

void Grammar::take_lines_of_text() {
  // A text that fills its column and goes on in the next is one of several keys.
  const bool are_open_keys = front_->columns.size() > 1 && front_->columns.front().kind == ColumnKind::text;
  if (front_->kind == Kind::scalars || are_open_keys) {
    report_.data_loss("dtrace.lost_keys", front_->line,
                      "this line looks like the keys of a record, and no stack or value follows: it is left out");
  }
  keys_.leave_out(*front_, peek());
  std::string_view rest = front_->text;
  for (std::size_t i = 0; i < front_->line_count; ++i) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    take_text(rest.substr(0, end), front_->line + i, i == 0 ? front_->blanks : 0);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

/// Makes a line of text a frame if output without a line end is before one, in a stack or at its beginning.
bool Grammar::is_frame_behind_output() {
  if (!stacks_have_values_ || front_->text.find('`') == std::string::npos) return false;
  const bool goes_on = front_->blanks == 0 && open_.is_in_stack() && !open_.record().frames.empty();
  const bool begins =
      peek().blanks == 0 && (peek().kind == Kind::frames || (front_->blanks != 0 && peek().ends_in_quad()));
  if (!goes_on && !begins) return false;
  return cut_frames_.take_behind_output(*front_, open_.indent() == 0 ? frame_indent : open_.indent());
}

void Grammar::take_text(std::string_view text, std::uint64_t line, std::size_t blanks) {
  bool is_elided = is_elision_mark(text);
  if (open_.state() == State::after_stack && blanks == 0) {
    if (assembly_.text().is_elision_within(text, stacks_have_values_)) {
      is_elided = true;
      assembly_.give_up(line);
    } else if (assembly_.ends_action(text, peek())) {
      return assembly_.end_action_above(text, line);
    } else if (stacks_have_values_) {
      const bool can_be_cut = open_.is_in_stack() && !open_.record().frames.empty();
      if (!can_be_cut || !cut_frames_.mend(open_.record().frames.back(), text, line)) {
        assembly_.text().within(text, line);
        if (can_be_cut && open_.indent() == 0) assembly_.text().report_unindented(text, line);
      }
      return;
    }
  }
  if (is_elided) assembly_.text().report_elided(text, line);
  const bool goes_on = open_.is_in_stack() && blanks == 0;
  assembly_.abandon();
  const bool is_first = assembly_.between().is_at_start() && peek().kind == Kind::frames && peek().blanks == 0;
  if (is_first) {
    keys_.leave_out_first(line, text);
  } else if (!is_elided) {
    keys_.leave_out_text(line, text, peek(), goes_on);
  }
  assembly_.between().add_text(text, line, blanks);
}

void Grammar::finish() {
  found().has_messages = messages_.messages.any();
  found().lines = lexer_.lines_read();
  assembly_.report();
  messages_.messages.report(report_);
}

}  // namespace profconv::dtrace
