// SPDX-License-Identifier: Apache-2.0
// What each line does to the record that is being read.
#include "readers/dtrace/record_reader.h"

#include <algorithm>

#include "profconv/errors.h"

namespace profconv::dtrace {

namespace {

constexpr std::size_t value_width = 17;
/// More empty lines than this within a record are none of it.
constexpr std::size_t most_blanks = 4;

}  // namespace

void RecordReader::feed(std::string_view line, std::uint64_t number) {
  line_ = number;
  if (line.starts_with("    [CPU ") && take_cpu_line(line)) return;
  if (state_ != State::idle && in_special_state(line)) return;
  if (closed_) emit();
  if (line.empty()) return on_blank();
  if (line.front() == ' ' && line.back() >= '0' && line.back() <= '9' && on_number(line)) return;
  if (const std::uint32_t frame = frames_.find(line); frame != 0) return on_frame(frame);
  classify(line);
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
    case State::cpu_table:
    case State::key_table:
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
  if (!line.empty() && parse_number(trimmed(line)) && line.size() >= value_width) {
    report_.error("dtrace.values", line_,
                  "a table is followed by another value of the same record, which is left out: aggregations that one "
                  "printa() prints together are not read");
    return true;
  }
  end_table();
  // The newline that ends the record; lines of -x aggpercpu may follow.
  if (line.empty()) return true;
  emit();
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
  if (is_message(line)) return messages_.add(line, line_);
  if (is_heading(line)) return on_heading();
  if (const auto output = probe_output(line)) return on_probe(*output);
  if (const TableHeading heading = table_heading(line); heading != TableHeading::none) return on_table(heading);
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
  if (annotation || can_be_unnamed_frame(indent)) return on_frame(frames_.add(line, text));
  if (found == ColumnsFound::open) return on_columns(line, true);
  on_text(line);
}

/// A frame whose text has no form of its own is told by its indentation.
bool RecordReader::can_be_unnamed_frame(std::size_t indent) const {
  if (indent == 0 || indent != frame_indent_) return false;
  return state_ != State::idle || blanks_ != 0 || line_ == 1 || (pending_.present && !pending_.open);
}

/// Whether the last line of this stack is a frame only by its indentation.
bool RecordReader::is_unnamed_frame_above() const {
  if (record_.stacks.empty() || record_.frames.size() == record_.stacks.back()) return false;
  const std::string_view above = frames_.text(record_.frames.back());
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
  on_frame(frames_.add(line, line.substr(indent)));
}

bool RecordReader::on_number(std::string_view line) {
  const std::size_t begin = leading_blanks(line);
  const auto number = parse_number(line.substr(begin));
  if (!number) return false;
  if (parse_columns(line, columns_) != ColumnsFound::complete || columns_.size() != 1) {
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

void RecordReader::on_frame(std::uint32_t frame) {
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
  fresh_ = true;
}

void RecordReader::on_table(TableHeading heading) {
  resolve(Next::datum);
  const bool keys_elsewhere = state_ == State::idle && blanks_ == 0 && line_ > 1;
  if (heading == TableHeading::keys || keys_elsewhere) {
    const char* const what = heading == TableHeading::keys
                                 ? "a histogram over keys (-x agghist) is not read and left out"
                                 : "a table without its keys in default form above it is left out; it was printed by "
                                   "printa() with a format, which is not read";
    report_.error("dtrace.table", line_, what);
    text_.forget();
    abandon();
    state_ = State::key_table;
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
