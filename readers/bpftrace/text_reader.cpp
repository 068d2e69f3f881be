// SPDX-License-Identifier: Apache-2.0
// Where elements begin and end.
#include "readers/bpftrace/text_reader.h"

#include <algorithm>

#include "core/text/blanks.h"
#include "core/text/excerpts.h"
#include "profconv/errors.h"
#include "readers/bpftrace/element_text.h"
#include "readers/bpftrace/inner_element.h"

namespace profconv::bpftrace {

namespace {

/// "]: 12" and ", comm]: 12" below a stack whose first lines are missing.
bool is_end_of_key(std::string_view line) {
  return (line.starts_with(", ") || line.starts_with("]:")) && key_end_in(line) != std::string_view::npos;
}

/// Whether a key of one line holds the value of another element: "b]: 12@[c".
bool holds_element(std::string_view key) {
  const std::size_t end = key.find("]: ");
  if (end == std::string_view::npos) return false;
  const std::size_t behind = key.find_first_not_of("0123456789-", end + 3);
  return behind != end + 3 && behind != std::string_view::npos && map_name_size(key.substr(behind)) != 0;
}

bool is_indented(std::string_view line) { return line.starts_with("    ") || line.starts_with('\t'); }

bool is_indented_frame(std::string_view line) {
  return is_indented(line) && looks_like_frame(without_blanks_around(line));
}

/// Whether a time or ^C is all that is before an element.
bool holds_certain_element(std::string_view line) {
  const auto inner = inner_element(line);
  return inner && inner->doubt == Doubt::none;
}

}  // namespace

void TextReader::read(std::string_view line, std::uint64_t number) {
  line_ = number;
  if (is_tentative_) settle(line);
  if (state_ == State::key) return continue_key(line, number);
  if (state_ != State::idle) return read_below(line, number);
  read_other(line, number);
}

void TextReader::read_other(std::string_view line, std::uint64_t number) {
  if (printed_.take(line, number)) {
    if (number == last_element_ + 1) messages_.frame_below_element(line, number);
    return;
  }
  if (is_end_of_key(line)) {
    printed_.drop_stack();
    messages_.cut_beginning(line, number);
    return;
  }
  printed_.end_stack();
  if (line.empty() || begin_element(line, number)) return;
  if (messages_.take(line, number) || begin_inner(line, number)) return;
  messages_.add_text(line, number);
  wrapped_.add_text(line, number, map_);
  maps_.begin_run();
}

/// Takes an element after other text, which separates prints as it does on a line of its own.
bool TextReader::begin_inner(std::string_view line, std::uint64_t number) {
  const auto inner = inner_element(line);
  if (!inner) return false;
  const std::string_view element = line.substr(inner->begin);
  const std::string_view before = without_blanks_around(line.substr(0, inner->begin));
  const bool is_doubtful = inner->doubt != Doubt::none;
  if (before != "^C") {
    const std::string_view text = is_doubtful && inner->is_open ? line : before;
    if (!text.empty()) messages_.add_text(text, number);
    maps_.begin_run();
  }
  if (is_doubtful && !inner->is_open) {
    const bool is_read = inner->doubt != Doubt::name || maps_.has(element.substr(0, map_name_size(element)));
    messages_.inner(element, number, is_read);
    if (!is_read) return true;
  }
  begin_element(element, number);
  is_tentative_ = is_doubtful && inner->is_open;
  return true;
}

/// What looks like the first line of an element is one if a row, a stack or the end of a key is below it.
void TextReader::settle(std::string_view line) {
  is_tentative_ = false;
  const bool goes_on = state_ == State::key ? is_end_of_key(line) || looks_like_frame(without_blanks_around(line))
                                            : parse_row(line).has_value();
  if (!goes_on) state_ = State::idle;
}

bool TextReader::begin_element(std::string_view line, std::uint64_t number) {
  const std::size_t name = map_name_size(line);
  if (name == 0) return false;
  printed_.end_stack();
  map_ = line.substr(0, name);
  key_.clear();
  key_lines_ = odd_lines_ = 0;
  is_below_frame_ = is_below_blank_ = false;
  first_line_ = number;
  has_key_ = line[name] == '[';
  line.remove_prefix(name + 1);
  if (!has_key_) {
    take_value(line);
  } else if (!end_key(line)) {
    if (is_indented_frame(line)) key_ = '\n';  // its end of line was lost
    key_ += line;
    state_ = State::key;
  }
  return true;
}

/// Takes the end of a key, and the value after it, from its last line.
bool TextReader::end_key(std::string_view line) {
  const std::size_t end = key_end_in(line);
  if (end == std::string_view::npos) return false;
  key_.append(line.substr(0, end));
  if (holds_element(key_)) messages_.glued(key_, first_line_);
  if (is_indented_frame(key_) && key_.find('\n') == std::string::npos) messages_.joined_frames(key_, first_line_);
  take_value(line.substr(end + key_end_size));
  return true;
}

void TextReader::continue_key(std::string_view line, std::uint64_t number) {
  constexpr std::size_t most_odd_lines = 64;
  const bool is_empty = line.empty() || (is_blank(line.back()) && without_blanks_around(line).empty());
  const bool is_frame = is_indented(line) && !is_empty;
  if (!is_frame && map_name_size(line) != 0) {
    messages_.cut_element(first_line_, map_);
    state_ = State::idle;
    begin_element(line, number);
    return;
  }
  if (++key_lines_ > input_.context().limits().max_stack_depth + most_odd_lines) {
    throw LimitError(input_.at_line(number), "a stack has more than " +
                                                 std::to_string(input_.context().limits().max_stack_depth) +
                                                 " frames, which is the limit (--max-stack-depth)");
  }
  if (!is_frame && take_foreign(line, number)) return;
  if (!is_frame && is_below_frame_ && looks_like_frame(line)) messages_.wrapped_frame(line, number);
  if (is_below_blank_ && (is_frame || looks_like_frame(line))) messages_.in_key({}, number - 1);
  is_below_blank_ = is_empty;
  is_below_frame_ = is_frame;
  key_ += '\n';
  if (!is_frame && end_key(line)) return;
  key_ += line;
  if (is_frame || line.starts_with(',') || looks_like_frame(line) || ++odd_lines_ <= most_odd_lines) return;
  messages_.cut_element(first_line_, map_);
  state_ = State::idle;
}

/// What bpftrace or the traced program printed while a key was: below a frame stand frames, or what ends the stack.
bool TextReader::take_foreign(std::string_view line, std::uint64_t number) {
  if (messages_.take_error(line, number)) return true;
  const bool belongs = line.starts_with(',') || line.starts_with(']') || looks_like_frame(line) ||
                       key_end_in(line) != std::string_view::npos;
  if (!is_below_frame_ || belongs) return false;
  messages_.in_key(line, number);
  return true;
}

void TextReader::take_value(std::string_view text) {
  text = without_blanks_around(text);
  state_ = State::idle;
  last_element_ = line_;
  if (text.empty()) {
    state_ = State::value;
    table_.clear();
  } else if (const auto number = parse_number(text)) {
    maps_.add(element(), *number);
    wrapped_.add_element(element(), number->value, line_);
  } else if (const auto stats = parse_stats(text)) {
    maps_.add(element(), *stats);
    if (stats->has_odd_average) messages_.odd_average(line_, map_);
  } else {
    skip_value(in_quotes(text));
  }
}

void TextReader::skip_value(std::string_view what) {
  ++skipped_values_;
  maps_.begin_run();
  input_.context().data_loss("bpftrace.value", input_.at_line(first_line_),
                             "expected a number or a distribution as the value of " + in_quotes(map_) + ", got " +
                                 std::string(what) + ": it is skipped");
}

/// A line after "NAME: ", whose value is below.
void TextReader::read_below(std::string_view line, std::uint64_t number) {
  if (state_ != State::skipped && table_.take(line, number)) {
    if (!table_.empty()) state_ = State::table;
    return;
  }
  const bool was_value = state_ == State::value;
  if (line.empty() || map_name_size(line) != 0 || messages_.is_heading(line) || holds_certain_element(line)) {
    end_element();
    return read_other(line, number);
  }
  if (state_ == State::skipped) return;
  if (was_value) {
    skip_value(is_indented_frame(line) ? std::string("a stack")
               : is_time_series(line)  ? std::string("a time series")
                                       : in_quotes(line));
    state_ = State::skipped;
    return;
  }
  read_between_rows(line, number);
}

/// Text of another program, below which the table may go on: what looks like an element in it is not read.
void TextReader::read_between_rows(std::string_view line, std::uint64_t number) {
  if (messages_.take(line, number)) return;
  const auto inner = inner_element(line);
  if (inner && !inner->is_open) messages_.inner(line.substr(inner->begin), number, false);
  messages_.add_text(line, number);
}

void TextReader::end_element() {
  if (state_ == State::table) {
    table_.check_bars();
    maps_.add(element(), table_.rows());
  }
  if (state_ == State::value) {
    input_.context().note("bpftrace.no_value", input_.at_line(first_line_),
                          in_quotes(map_) + " has no value: an empty distribution or string");
  }
  state_ = State::idle;
}

void TextReader::finish() {
  if (is_tentative_) settle({});
  if (state_ == State::key) messages_.cut_at_end(first_line_, map_);
  end_element();
  printed_.end_stack();
  wrapped_.report(input_, maps_);
}

}  // namespace profconv::bpftrace
