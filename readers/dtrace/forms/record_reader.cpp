// SPDX-License-Identifier: Apache-2.0
// What each line does to the record that is being read.
#include "readers/dtrace/forms/record_reader.h"

#include <algorithm>

#include "profconv/errors.h"
#include "readers/dtrace/text/frame_text.h"
#include "readers/dtrace/text/key_rows.h"

namespace profconv::dtrace {

namespace {

constexpr std::size_t value_width = 17;
/// More empty lines than this within a record are none of it.
constexpr std::size_t most_blanks = 4;

/// A number in the width of values, as most stacks end in.
bool is_value(std::string_view line) {
  return line.size() == value_width && parse_number(line.substr(leading_blanks(line))).has_value();
}

}  // namespace

void RecordReader::feed(std::string_view line, std::uint64_t number) {
  line_ = number;
  if (goes_on(line)) return;
  if (line.starts_with("    [CPU ") && take_cpu_line(line)) return;
  if (state_ != State::idle && in_special_state(line)) return;
  if (closed_) emit();
  if (line.empty()) return on_blank();
  if (line.front() == ' ' && line.back() >= '0' && line.back() <= '9' && on_number(line)) return;
  if (const FrameLine frame = frames_.find(line, leaf_)) return on_frame(frame);
  classify(line);
}

/// Within a stack that nothing has interrupted a line that has been a frame before is one again.
bool RecordReader::in_stack() const {
  return state_ == State::after_stack && record_.shape.back() == stack_letter && blanks_ == 0 && !pending_.present &&
         !text_.is_within() && record_.frames.size() > record_.stacks.back();
}

void RecordReader::go_on(LineReader& lines) {
  if (!in_stack()) return;
  const std::size_t known = record_.frames.size();
  const std::size_t bytes = frames_.follow(record_.frames.back(), lines.ahead(), record_.frames, most_frames_);
  lines.take(bytes, record_.frames.size() - known);
  line_ = lines.line_number();
}

/// What names a module or an address where frames stand needs no closer look either.
bool RecordReader::goes_on(std::string_view line) {
  if (!in_stack() || is_value(line)) return false;
  FrameLine frame = frames_.find(line);
  if (!frame) {
    if (frame_indent_ == 0 || leading_blanks(line) != frame_indent_ || !is_frame(line.substr(frame_indent_)))
      return false;
    frame = frames_.add(line, true);
  }
  frames_.set_below(record_.frames.back(), frame);
  add_frame(frame);
  return true;
}

/// Whether the line belongs to a table or a dump.
bool RecordReader::in_special_state(std::string_view line) {
  switch (state_) {
    case State::table:
      return take_table_line(line);
    case State::dump:
      if (read_dump_row(line, dump_)) return true;
      end_dump();
      return false;
    case State::key_table:
      return take_key_row(line);
    case State::cpu_table:
      if (table_heading(line) != TableHeading::none || parse_table_row(line)) return true;
      state_ = State::idle;
      return line.empty();
    default:
      return false;
  }
}

bool RecordReader::take_table_line(std::string_view line) {
  if (auto row = parse_table_row(line)) {
    record_.rows.push_back(*row);
    return true;
  }
  if (const auto value = parse_number(line.substr(leading_blanks(line))); value && line.size() >= value_width) {
    // Of the next aggregation that one printa() prints.
    record_.values.push_back(*value);
    return true;
  }
  const bool has_number = !record_.values.empty();
  end_table();
  // The newline that ends the record; lines of -x aggpercpu may follow.
  if (line.empty()) return true;
  emit();
  if (has_number && (table_heading(line) == TableHeading::values || frames_.find(line) ||
                     (leading_blanks(line) == frame_indent_ && is_frame(trimmed(line))))) {
    report_.data_loss("dtrace.lost_line", line_ - 1,
                      "an empty line may be missing before this number: it is read as a value of the table above, and "
                      "may be a key");
  }
  return false;
}

bool RecordReader::take_cpu_line(std::string_view line) {
  const auto cpu = parse_cpu_line(line);
  if (!cpu) return false;
  if (state_ == State::table) end_table();
  if (pending_.present && !pending_.open && pending_.columns.back().kind == ColumnKind::quad) pending_to_value();
  if (!closed_) return false;
  record_.cpus.push_back(*cpu);
  state_ = cpu->value ? State::idle : State::cpu_table;
  return true;
}

void RecordReader::classify(std::string_view line) {
  if (is_message(line)) return messages_.add(line, line_, report_);
  if (is_heading(line)) return on_heading();
  if (is_packed_heading(line) || parse_packed_row(line)) return on_packed_table(line);
  if (const auto output = probe_output(line)) return on_probe(*output);
  if (const TableHeading heading = table_heading(line); heading != TableHeading::none) return on_table(heading, line);
  if (is_dump_heading(line)) return on_dump_heading();
  classify_frame_or_columns(line);
}

void RecordReader::classify_frame_or_columns(std::string_view line) {
  const std::size_t indent = leading_blanks(line);
  const std::string_view text = line.substr(indent);
  const ColumnsFound found = parse_columns(line, columns_);
  if (found == ColumnsFound::complete) return on_columns(line, false);
  if (text.empty()) return on_blank();
  if (is_frame(text) && (indent != 0 || text.substr(0, text.find('`')).find(' ') == std::string_view::npos)) {
    return on_shaped_frame(line, indent);
  }
  const bool annotation = indent != 0 && is_annotation(text) && state_ == State::after_stack && blanks_ == 0;
  if (annotation || can_be_unnamed_frame(indent)) return on_frame(frames_.add(line, false));
  if (found == ColumnsFound::open) return on_columns(line, true);
  if (const auto named = parse_named_value(line); named && named->value) return on_named_value(*named);
  on_text(line);
}

void RecordReader::on_named_value(const NamedValue& named) {
  resolve(Next::other);
  abandon();
  begin_record(line_, 0, false);
  record_.before.text = named.name;
  record_.before.is_heading = true;
  record_.value = *named.value;
  record_.value_line = line_;
  blanks_ = 0;
  emit();
}

/// A frame whose text has no form of its own is told by its indentation.
bool RecordReader::can_be_unnamed_frame(std::size_t indent) const {
  if (indent == 0 || indent != frame_indent_) return false;
  return state_ != State::idle || blanks_ != 0 || line_ == 1 || (pending_.present && !pending_.open);
}

/// Whether the last line of this stack is a frame only by its indentation.
bool RecordReader::is_unnamed_frame_above() const {
  if (record_.stacks.empty() || record_.frames.size() == record_.stacks.back()) return false;
  const std::string above = frames_.text(record_.frames.back());
  return !is_frame(above) && !is_annotation(above);
}

void RecordReader::on_shaped_frame(std::string_view line, std::size_t indent) {
  const bool goes_on = state_ == State::after_stack && blanks_ == 0 && !pending_.present;
  if (goes_on && !text_.is_within() && indent < frame_indent_ && is_unnamed_frame_above()) {
    // What stood at the place of a frame was printed into the indentation of this one.
    text_.within(frames_.line(record_.frames.back()), line_ - 1);
    record_.frames.pop_back();
  } else if (!goes_on || !text_.is_within()) {
    frame_indent_ = indent;
  }
  on_frame(frames_.add(line, true));
}

bool RecordReader::on_number(std::string_view line) {
  const std::size_t begin = leading_blanks(line);
  const auto number = parse_number(line.substr(begin));
  if (!number) return false;
  if (line.size() == value_width) {
    columns_.assign(1, {.kind = ColumnKind::quad, .number = *number});
  } else if (parse_columns(line, columns_) != ColumnsFound::complete || columns_.size() != 1) {
    // What was printed into the blanks before a value made its line shorter. More blanks than DTrace prints do no harm.
    const std::size_t lost = text_.is_within() ? text_.within_indent() : 0;
    if (line.size() + lost < value_width) return false;
    columns_.assign(1, {.kind = ColumnKind::quad, .number = *number});
  }
  resolve(Next::number);
  hold(line, false);
  return true;
}

/// Keeps the line whose columns have just been read until the next one tells what it is.
void RecordReader::hold(std::string_view line, bool open) {
  pending_.present = true;
  pending_.open = open;
  pending_.line.assign(line);
  pending_.line_count = 1;
  pending_.number = line_;
  pending_.blanks = blanks_;
  pending_.columns.swap(columns_);
  blanks_ = 0;
  if (!open) text_.leave_within();
}

void RecordReader::on_columns(std::string_view line, bool open) {
  if (pending_.present && pending_.open) {
    if (join_pending(line)) return;
    static_cast<void>(parse_columns(line, columns_));
  }
  resolve(open ? Next::other : Next::number);
  hold(line, open);
}

void RecordReader::on_blank() {
  resolve(Next::blank);
  if (text_.is_within()) {
    text_.within_was_between();
    abandon();
  }
  if (state_ == State::after_keys) {
    begin_stacks(1);
    state_ = State::after_stack;
  }
  ++blanks_;
  if (state_ == State::after_stack && blanks_ > most_blanks) abandon();
}

void RecordReader::on_frame(FrameLine frame) {
  resolve(Next::frame);
  if (state_ == State::idle) {
    begin_record(line_, blanks_, true);
    begin_stacks(1);
  } else if (state_ == State::after_keys || record_.shape.back() != stack_letter) {
    begin_stacks(1);
  } else if (blanks_ != 0) {
    begin_stacks(blanks_);
  }
  blanks_ = 0;
  state_ = State::after_stack;
  text_.leave_within();
  leaf_ = frame;
  add_frame(frame);
}

void RecordReader::on_heading() {
  resolve(Next::other);
  abandon();
  text_.forget();
  blanks_ = 0;
  fresh_ = true;
  new_recording_ = ++headings_ > 1;
}

void RecordReader::on_probe(std::string_view output) {
  resolve(Next::other);
  abandon();
  text_.forget();
  if (!output.empty()) text_.between(output, line_, true);
  blanks_ = 0;
  fresh_ = follows_probe_ = true;
}

void RecordReader::on_table(TableHeading heading, std::string_view line) {
  resolve(Next::datum);
  if (heading == TableHeading::keys) return on_key_table(line);
  if (state_ == State::idle && blanks_ < 2 && take_text_key()) {
    blanks_ = 0;
    record_.is_table = true;
    record_.value_line = line_;
    state_ = State::table;
    return;
  }
  if (state_ == State::idle) {
    begin_record(line_, blanks_, true);
  } else if (state_ == State::after_stack && blanks_ > 1) {
    begin_stacks(blanks_ - 1);
  }
  blanks_ = 0;
  record_.is_table = true;
  record_.value_line = line_;
  state_ = State::table;
}

void RecordReader::on_key_table(std::string_view heading) {
  abandon();
  begin_record(line_, blanks_, true);
  record_.starts_print = true;
  bar_column_ = bar_column(heading);
  blanks_ = 0;
  state_ = State::key_table;
}

void RecordReader::on_packed_table(std::string_view line) {
  resolve(Next::other);
  abandon();
  begin_record(line_, blanks_, true);
  record_.starts_print = is_packed_heading(line);
  bar_column_ = 0;
  blanks_ = 0;
  state_ = State::key_table;
  if (!record_.starts_print) static_cast<void>(take_key_row(line));
}

/// Each line is a record; false where the line is none.
bool RecordReader::take_key_row(std::string_view line) {
  const bool packed = bar_column_ == 0;
  const auto row = packed ? parse_packed_row(line) : parse_bar_row(line, bar_column_);
  if (!row) {
    record_.clear();
    state_ = State::idle;
    return line.empty();
  }
  record_.columns = columns_apart(row->keys);
  record_.text = row->keys;
  for (const Column& column : record_.columns) record_.shape += static_cast<char>(column.kind);
  record_.value = row->count;
  record_.line = record_.value_line = line_;
  record_.is_packed = packed;
  fresh_ = false;
  if (packed && packed_++ == 0) first_packed_ = line_;
  emit();
  return true;
}

/// A line of text right above a table without keys is what printa() with a format printed as its keys.
bool RecordReader::take_text_key() {
  const std::uint64_t above = line_ - blanks_ - 1;
  const std::string key = text_.take_key(above);
  if (key.empty()) return false;
  begin_record(above, 0, true);
  record_.before.is_heading = !record_.before.text.empty();
  if (const auto named = parse_named_value(key); named && !named->value) {
    record_.before.text = named->name;
    record_.before.is_heading = true;
    return true;
  }
  record_.columns.push_back({.kind = ColumnKind::text, .number = {}, .begin = 0, .length = key.size()});
  record_.text = key;
  record_.shape += static_cast<char>(ColumnKind::text);
  if (text_keys_++ == 0) first_text_key_ = above;
  return true;
}

void RecordReader::on_dump_heading() {
  resolve(Next::datum);
  if (state_ == State::idle) {
    begin_record(line_, blanks_, true);
  } else if (state_ == State::after_stack && blanks_ > 1) {
    begin_stacks(blanks_ - 1);
  }
  blanks_ = 0;
  dump_.clear();
  state_ = State::dump;
}

/// A string ends at its first zero byte; where more than zeros follow, it was none and its bytes are shown.
void RecordReader::end_dump() {
  constexpr std::string_view digits = "0123456789abcdef";
  const std::size_t end = std::min(dump_.find('\0'), dump_.size());
  const std::size_t begin = record_.text.size();
  if (dump_.find_first_not_of('\0', end) == std::string::npos) {
    record_.text.append(dump_, 0, end);
  } else {
    for (const char c : dump_) {
      const auto byte = static_cast<unsigned char>(c);
      record_.text += digits[byte >> 4];
      record_.text += digits[byte & 15];
    }
  }
  record_.columns.push_back(
      {.kind = ColumnKind::text, .number = {}, .begin = begin, .length = record_.text.size() - begin});
  record_.shape += static_cast<char>(ColumnKind::text);
  state_ = State::after_stack;
}

void RecordReader::on_text(std::string_view line) {
  if (pending_.present && pending_.open && join_pending(line)) return;
  resolve(Next::other);
  const std::size_t blanks = blanks_;
  blanks_ = 0;
  text_line(line, line_, blanks);
}

}  // namespace profconv::dtrace
