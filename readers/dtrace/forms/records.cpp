// SPDX-License-Identifier: Apache-2.0
// Putting records together: what a pending line turns out to be, how many stacks the empty lines stand for, and what
// becomes of a record that something else interrupts or ends.
#include <algorithm>

#include "profconv/errors.h"
#include "readers/dtrace/forms/record_parts.h"
#include "readers/dtrace/forms/record_reader.h"

namespace profconv::dtrace {

namespace {

constexpr std::size_t most_joined_lines = 8;
constexpr std::size_t most_valueless_stacks = 8;
constexpr std::size_t longest_mended = 4096;
/// Each costs a search for every character of a line.
constexpr std::size_t most_mend_attempts = 1000;

void append_shape(std::string& shape, const std::vector<Column>& columns, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) shape += static_cast<char>(columns[i].kind);
}

/// `en+0x1f`: the end of a frame whose beginning stands in the line above.
bool is_frame_end(std::string_view text) {
  const std::size_t plus = text.rfind('+');
  return plus != std::string_view::npos && text.substr(plus).starts_with("+0x") && is_hex(text.substr(plus + 3)) &&
         text.find_first_of(" `") == std::string_view::npos;
}

}  // namespace

void RecordReader::resolve(Next next) {
  if (!pending_.present) return;
  if (next == Next::frame && pending_is_value_above_frame()) {
    pending_to_value();
    emit();
  } else if (pending_is_keys(next)) {
    pending_to_keys();
  } else if (!pending_.open && pending_.columns.back().kind == ColumnKind::quad) {
    pending_to_value();
    emit();
  } else {
    pending_to_text();
  }
}

void RecordReader::pending_to_text() {
  pending_.present = false;
  std::string_view rest = pending_.line;
  for (std::size_t i = 0; i < pending_.line_count; ++i) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    text_line(rest.substr(0, end), pending_.number + i, i == 0 ? pending_.blanks : 0);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

std::string RecordReader::pending_shape() const {
  std::string shape = record_.shape;
  if (state_ == State::after_stack) shape.append(pending_.blanks, stack_letter);
  append_shape(shape, pending_.columns, pending_.columns.size());
  return shape;
}

bool RecordReader::pending_is_keys(Next next) const {
  const bool in_record = state_ != State::idle;
  switch (next) {
    case Next::frame:
      return !pending_.open || (!in_record && pending_.line_count == 1);
    case Next::datum:
      return true;
    case Next::number:
    case Next::blank:
      // An empty stack leaves no line of its own behind keys.
      if (pending_.open) return false;
      if (pending_.columns.back().kind != ColumnKind::quad) return true;
      // Most often the record is longer than the last one's shape, whatever its letters are.
      if (last_shape_.size() <= record_.shape.size() + pending_.columns.size()) return false;
      return last_shape_.starts_with(pending_shape().append(next == Next::number ? 1 : 2, stack_letter));
    case Next::other:
      return false;
  }
  return false;
}

/// Whether the empty line that the next record begins with is missing below the pending line. No aggregation has two
/// such numbers among its stacks, so the second is a value, and with it the first.
bool RecordReader::pending_is_value_above_frame() {
  const bool can_be_value = !pending_.open && pending_.blanks == 0 && state_ == State::after_stack &&
                            pending_.columns.back().kind == ColumnKind::quad;
  if (!can_be_value) return false;
  if (!empty_lines_lost_) {
    const auto values = possible_values(record_.shape);
    if (values.empty() || !is_below_frames(record_, values.back())) return false;
    const std::string shape = pending_shape();
    const bool is_whole = last_shape_ == std::string_view(shape).substr(0, shape.size() - 1);
    empty_lines_lost_ = !is_whole;
    record_.is_glued = !is_whole;
  }
  if (!record_.is_glued) {
    report_.data_loss("dtrace.lost_line", line_,
                      "an empty line is missing before this frame, which begins a new record");
  }
  return true;
}

/// A text key may hold newlines: the lines together are columns where each alone is none.
bool RecordReader::join_pending(std::string_view line) {
  if (!keys_may_hold_newlines_ || pending_.line_count == most_joined_lines) return false;
  joined_.assign(pending_.line).append("\n").append(line);
  const ColumnsFound found = parse_columns(joined_, columns_);
  const bool complete = found == ColumnsFound::complete;
  if (found == ColumnsFound::none ||
      (!complete && columns_.back().begin + columns_.back().length <= pending_.line.size()))
    return false;
  // Two lines that are open each are more likely two lines of text.
  if (!complete && line.starts_with(' ')) return false;
  pending_.line.swap(joined_);
  pending_.columns.swap(columns_);
  pending_.open = !complete;
  ++pending_.line_count;
  return true;
}

void RecordReader::add_pending_columns(std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    Column column = pending_.columns[i];
    if (column.kind == ColumnKind::text) {
      const std::size_t begin = record_.text.size();
      record_.text.append(pending_.line, column.begin, column.length);
      column.begin = begin;
    }
    record_.columns.push_back(column);
  }
  append_shape(record_.shape, pending_.columns, count);
  pending_.present = false;
}

void RecordReader::pending_to_keys() {
  if (state_ == State::after_stack && pending_.blanks != 0) {
    if (last_shape_.starts_with(pending_shape())) {
      begin_stacks(pending_.blanks);
    } else {
      abandon();
    }
  }
  if (state_ == State::after_keys) begin_stacks(1);
  if (state_ == State::idle) begin_record(pending_.number, pending_.blanks, false);
  add_pending_columns(pending_.columns.size());
  state_ = State::after_keys;
}

void RecordReader::pending_to_value() {
  if (state_ == State::after_stack && pending_.blanks != 0) {
    // Where stacks without a value were printed before, this one has none either.
    if ((unvalued_ != 0 || actions_ != 0) && last_shape_ != pending_shape().substr(0, pending_shape().size() - 1)) {
      abandon();
    } else {
      begin_stacks(pending_.blanks);
    }
  }
  if (state_ == State::after_keys) begin_stacks(1);
  if (state_ == State::idle) begin_record(pending_.number, pending_.blanks, false);
  record_.value = pending_.columns.back().number;
  record_.value_line = pending_.number + pending_.line_count - 1;
  add_pending_columns(pending_.columns.size() - 1);
  close_record();
}

void RecordReader::text_line(std::string_view line, std::uint64_t number, std::size_t blanks) {
  if (state_ == State::after_stack && blanks == 0 && is_elision(line)) give_up(number);
  if (state_ == State::after_stack && blanks == 0 && stacks_have_values_) {
    if (!mend_frame(line, number)) text_.within(line, number);
    return;
  }
  abandon();
  blanks_ = 0;
  fresh_ = true;
  text_.between(line, number, false);
}

/// What the traced program printed within a frame's line cut it in two; where the same line was whole before, its end
/// says which it is.
bool RecordReader::mend_frame(std::string_view rest, std::uint64_t number) {
  if (record_.frames.empty() || record_.shape.back() != stack_letter || text_.is_within()) return false;
  const std::string above = frames_.line(record_.frames.back());
  if (const std::size_t length = whole_frame_length(above, rest); length != 0) {
    record_.frames.back() = frames_.find(joined_);
    report_.note("dtrace.mended", number,
                 "'" + shortened(std::string_view(above).substr(length)) +
                     "' was printed within the line of a frame, which is taken for " +
                     shortened(frames_.text(record_.frames.back())));
    return true;
  }
  if (!is_frame_end(rest)) return false;
  report_.data_loss("dtrace.cut_frame", number,
                    "something was printed within the line of a frame, whose name cannot be told: '" +
                        shortened(above) + "' and '" + shortened(rest) + "'");
  return true;
}

/// How much of `above` makes with `rest` a frame's line as was seen before, which is then in joined_; 0: none does.
std::size_t RecordReader::whole_frame_length(std::string_view above, std::string_view rest) {
  if (above.size() + rest.size() > longest_mended || mend_attempts_ == most_mend_attempts) return 0;
  // A frame is known by its name: below a whole one that ends in +0x4c, a text "3" could be the end of +0x43.
  if (record_.frames.back().digits != 0 && rest.find('+') == std::string_view::npos) return 0;
  ++mend_attempts_;
  for (std::size_t length = above.size() - 1; length > 0; --length) {
    joined_.assign(above.substr(0, length)).append(rest);
    if (frames_.find(joined_)) return length;
  }
  return 0;
}

void RecordReader::begin_record(std::uint64_t line, std::size_t blanks, bool own_newline) {
  record_.line = line;
  record_.blanks_before = blanks;
  own_newline_ = own_newline;
  if (blanks != 0) empty_lines_lost_ = false;
  record_.first_of_recording = new_recording_;
  record_.follows_record = !fresh_;
  record_.follows_probe = follows_probe_;
  new_recording_ = false;
  text_.take(record_.before, blanks >= (own_newline ? 2U : 1U));
}

void RecordReader::begin_stacks(std::size_t count) {
  // No aggregation has that many stacks for keys: what an action prints goes on and on.
  if (record_.stacks.size() >= most_valueless_stacks && is_action()) {
    emit_actions();
    begin_record(line_, 0, true);
    count = 1;
  }
  record_.shape.append(count, stack_letter);
  record_.stacks.insert(record_.stacks.end(), count, record_.frames.size());
}

void RecordReader::refuse_depth() const {
  throw LimitError(report_.at(line_), "the stack is deeper than the limit of " + std::to_string(most_frames_) +
                                          " frames (--max-stack-depth)");
}

/// Empty lines before a record are empty stacks that it begins with, but for the one that begins a print.
void RecordReader::count_leading_stacks() {
  constexpr std::size_t most = 4;
  // The first stack's newline is counted, its letter is there already.
  const std::size_t own = own_newline_ ? 1 : 0;
  const bool can_be_stacks = own_newline_ ? record_.shape.starts_with(stack_letter) : true;
  const std::size_t blanks = record_.blanks_before;
  record_.starts_print = blanks > own;
  if (blanks <= own || blanks > most + 1 || !can_be_stacks) return;
  const auto is_like_last = [&](std::size_t stacks) {
    return last_shape_ == std::string(stacks, stack_letter) + record_.shape;
  };
  const std::size_t most_stacks = blanks - own;
  if (!fresh_ && is_like_last(most_stacks)) {
    record_.starts_print = false;
    return begin_with_stacks(most_stacks);
  }
  // What an action printed may have taken an empty line more, which then was no stack of the record before.
  if (!fresh_ && follows_output_ && last_shape_ == std::string(most_stacks + 1, stack_letter) + record_.shape) {
    record_.starts_print = false;
    return begin_with_stacks(most_stacks);
  }
  // Behind scalar keys an empty line more is as likely the D program's own.
  if (own_newline_ || record_.shape.empty() || is_like_last(most_stacks - 1)) begin_with_stacks(most_stacks - 1);
}

void RecordReader::begin_with_stacks(std::size_t count) {
  record_.shape.insert(0, count, stack_letter);
  record_.stacks.insert(record_.stacks.begin(), count, 0);
}

void RecordReader::close_record() {
  count_leading_stacks();
  follows_output_ = fresh_ && record_.before.of_probe;
  keep_shape();
  closed_ = true;
  fresh_ = follows_probe_ = false;
  state_ = State::idle;
  blanks_ = 0;
}

/// Remembers what the next record most often looks like, which is not one with a value inside.
void RecordReader::keep_shape() {
  const auto values = possible_values(record_.shape);
  const bool can_be_two = !values.empty() && is_below_frames(record_, values.back());
  if (record_.is_glued) {
    last_shape_ = record_.shape.substr(values.back() + 1);
  } else if (can_be_two && record_.shape != last_shape_ && record_.shape != doubted_shape_) {
    doubted_shape_ = record_.shape;
    if (last_shape_.empty()) last_shape_ = record_.shape.substr(values.back() + 1);
  } else {
    last_shape_ = record_.shape;
  }
}

void RecordReader::emit() {
  ++records_;
  closed_ = false;
  sink_.add(record_);
  record_.clear();
}

void RecordReader::end_table() { close_record(); }

/// Whether what was read of a record without a value is only stacks, where those need none. Keys with an empty line
/// behind them are what another action printed.
bool RecordReader::is_action() const {
  if (!may_hold_actions_ || record_.frames.empty()) return false;
  const bool has_keys = record_.shape.find_first_not_of(stack_letter) != std::string::npos;
  const bool is_apart = record_.shape.ends_with(std::string(2, stack_letter)) && record_.stacks.back() == 0;
  return (!has_keys || is_apart) && (!stacks_have_values_ || actions_ != 0 || records_ == 0);
}

/// Each stack becomes a record of its own.
void RecordReader::emit_actions() {
  for (const Column& column : record_.columns) {
    if (column.kind == ColumnKind::text) text_.between(record_.text_of(column), record_.line, false);
  }
  if (actions_ == 0) first_action_ = record_.line;
  Record action;
  action.line = action.value_line = record_.line;
  action.shape = stack_letter;
  action.is_action = true;
  action.value.value = 1;
  action.stacks.push_back(0);
  for (std::size_t i = 0; i < record_.stacks.size(); ++i) {
    const std::size_t end = i + 1 < record_.stacks.size() ? record_.stacks[i + 1] : record_.frames.size();
    if (end == record_.stacks[i]) continue;
    action.frames.assign(record_.frames.begin() + static_cast<std::ptrdiff_t>(record_.stacks[i]),
                         record_.frames.begin() + static_cast<std::ptrdiff_t>(end));
    ++actions_;
    sink_.add(action);
  }
  record_.clear();
}

/// Ends a record that turns out to have no value.
void RecordReader::abandon() {
  if (closed_) emit();
  if (state_ == State::idle || state_ == State::key_table) return;
  if (is_action()) {
    emit_actions();
    text_.leave_within();
    state_ = State::idle;
    return;
  }
  give_up(record_.line);
}

/// Leaves out a record without a value; `line` says best why.
void RecordReader::give_up(std::uint64_t line) {
  if (unvalued_++ == 0) first_unvalued_ = line;
  if (report_.context().is_checking()) {
    report_.error("dtrace.no_value", line, "a stack is left out, as no value follows in DTrace's default print form");
  }
  record_.clear();
  text_.leave_within();
  state_ = State::idle;
}

}  // namespace profconv::dtrace
