// SPDX-License-Identifier: Apache-2.0
// Choosing among the formats that may have printed a line, and holding lines until one of them has.
#include "readers/dtrace/forms/printa_lines.h"

#include <algorithm>
#include <utility>

#include "profconv/errors.h"
#include "readers/dtrace/forms/text_lines.h"

namespace profconv::dtrace {

namespace {

constexpr std::size_t consumed = std::string_view::npos;
/// Where one format has ended and another goes on for so many lines, the other printed them all.
constexpr std::size_t most_ahead = 4;

}  // namespace

PrintaLines::PrintaLines(std::vector<PrintaFormat> formats, const ExpectedPrints& prints, FrameLines& frames,
                         LineSource& below, Report& report)
    : frames_(frames), below_(below), report_(report), candidates_(std::move(formats), prints, report) {}

bool PrintaLines::next(SourceLine& line) {
  while (ready_.empty()) {
    if (is_finished_) return false;
    if (below_.next(line)) {
      feed(line.text, line.number);
    } else {
      is_finished_ = true;
      finish();
    }
  }
  given_ = std::move(ready_.front());
  ready_.pop_front();
  line = {.text = given_.text, .number = given_.number, .record = given_.record};
  return true;
}

void PrintaLines::feed(std::string_view line, std::uint64_t number) {
  if (!held_.empty() && is_message(line)) return pass_on(line, number);
  process(line, number);
  process_again();
}

void PrintaLines::process_again() {
  while (!again_.empty()) {
    const Line line = std::move(again_.back());
    again_.pop_back();
    process(line.text, line.number);
  }
}

/// A line may hold several records.
void PrintaLines::process(std::string_view line, std::uint64_t number) {
  for (;;) {
    std::size_t next = 0;
    if (held_.empty()) {
      if (in_table_ && parse_table_row(line)) return pass_on(line, number);
      next = start(line, number);
    } else {
      candidates_.take(line, held_.size(), number);
      next = decide(line, number);
    }
    if (next == consumed) return;
    line.remove_prefix(next);
  }
}

/// Returns where in the line to go on.
std::size_t PrintaLines::start(std::string_view line, std::uint64_t number) {
  if (candidates_.begin(line, number)) return decide(line, number);
  pass_on(line, number);
  return consumed;
}

/// What the line has decided, which is not held yet; returns where in it to go on.
std::size_t PrintaLines::decide(std::string_view line, std::uint64_t number) {
  const std::size_t index = held_.size();
  PrintaMatch* const found = candidates_.best();
  const bool open = candidates_.any_alive();
  if (found == nullptr && !open) {
    if (index < 2 || index > most_ahead) {
      let_go();
      return 0;
    }
    // The record may begin a line later, below an empty line that the program prints.
    pass_on(text_of(held_.front()), held_.front().number);
    hold(line, number);
    read_again({.line = 1, .column = 0});
    return consumed;
  }
  if (found != nullptr && open && found->end().line + most_ahead <= index) found->give_up();
  // What ends within a line is no beginning of something longer.
  const bool within = found != nullptr && found->end().line == index && found->end().column != 0;
  if ((open || (found != nullptr && candidates_.waits())) && !within) {
    hold(line, number);
    return consumed;
  }
  const PrintaMatch::End end = found->end();
  emit(*found, held_.empty() ? line : text_of(held_.front()));
  if (end.line < index) {
    hold(line, number);
    read_again(end);
    return consumed;
  }
  held_.clear();
  held_text_.clear();
  return end.line == index ? end.column : consumed;
}

void PrintaLines::emit(PrintaMatch& match, std::string_view first_line) {
  Record& record = match.record();
  const std::size_t column = candidates_.column();
  candidates_.report(match, first_line, record.format == last_format_);
  if (column != 0) pass_on(first_line.substr(0, column), record.line);
  // Each record of a format without keys has the text, which is a part of it.
  if (match.format().base() != 0) pass_on(first_line.substr(column, match.lead()), record.line);
  for (const std::size_t stray : match.strays()) pass_on(text_of(held_[stray]), held_[stray].number);
  add_frames(match);
  if (match.has_left_out_table()) {
    report_.error("dtrace.tables", record.line,
                  "one printa() prints several distributions under the same keys: the first is read, the others are "
                  "left out");
  }
  const bool may_be_shifted =
      match.format().is_guessed() && match.format().steps().back().kind == PrintaStep::Kind::stack;
  last_without_frames_ = may_be_shifted && record.has_empty_stack() ? record.line : 0;
  record.begins_with_key = match.format().begins_with_text();
  record.ends_with_key = match.format().ends_with_text();
  record.starts_print = record.format != last_format_;
  last_format_ = record.format;
  candidates_.end(record.format);
  ready_.push_back({.text = {}, .number = record.line, .record = std::make_shared<const Record>(record)});
}

void PrintaLines::add_frames(PrintaMatch& match) {
  auto stray = match.strays().begin();
  for (const auto& [first, behind] : match.stacks()) {
    match.record().stacks.push_back(match.record().frames.size());
    for (std::size_t i = first; i < behind; ++i) {
      if (stray != match.strays().end() && *stray == i) {
        ++stray;
      } else {
        match.record().frames.push_back(frame_of(held_[i]));
      }
    }
  }
}

FrameLine PrintaLines::frame_of(const HeldLine& held) {
  const std::string_view line = text_of(held);
  if (const FrameLine known = frames_.find(line)) {
    unnamed_.see_again(known);
    return known;
  }
  const std::string_view text = line.substr(leading_blanks(line));
  const FrameLine frame = frames_.add(line, is_frame(text));
  if (text.size() == line.size() && !is_frame(text)) unnamed_.add(frame, text, held.number);
  return frame;
}

void PrintaLines::hold(std::string_view line, std::uint64_t number) {
  const std::size_t most = report_.context().limits().max_stack_depth;
  if (held_.size() > most) {
    throw LimitError(report_.at(number),
                     "the stack is deeper than the limit of " + std::to_string(most) + " frames (--max-stack-depth)");
  }
  held_.push_back({.begin = held_text_.size(), .length = line.size(), .number = number});
  held_text_ += line;
}

/// The lines held begin no record.
void PrintaLines::let_go() {
  for (const HeldLine& line : held_) pass_on(text_of(line), line.number);
  held_.clear();
  held_text_.clear();
}

void PrintaLines::read_again(const PrintaMatch::End& from) {
  for (std::size_t i = held_.size(); i-- > from.line;) {
    const std::string_view text = text_of(held_[i]).substr(i == from.line ? from.column : 0);
    again_.push_back({.text = std::string(text), .number = held_[i].number, .record = nullptr});
  }
  held_.clear();
  held_text_.clear();
}

void PrintaLines::pass_on(std::string_view line, std::uint64_t number) {
  last_format_ = 0;
  const bool is_number = parse_number(trimmed(line)).has_value();
  in_table_ = table_heading(line) == TableHeading::values || (in_table_ && (is_number || parse_table_row(line)));
  candidates_.pass(line, in_table_);
  ready_.push_back({.text = std::string(line), .number = number, .record = nullptr});
}

/// Whether the lines held back have more than a probe, below which an empty line is dtrace's own.
bool PrintaLines::holds_text() const {
  const std::string_view first = text_of(held_.front());
  if (trimmed(first).empty()) return false;
  return !trimmed(first.substr(candidates_.column())).empty() ||
         std::any_of(held_.begin() + 1, held_.end(), [&](const auto& each) { return !trimmed(text_of(each)).empty(); });
}

void PrintaLines::finish() {
  process_again();
  while (!held_.empty()) {
    const bool is_begun = candidates_.is_begun_by_a_number();
    candidates_.end_of_input(held_.size());
    if (PrintaMatch* const found = candidates_.best(); found != nullptr) {
      emit(*found, text_of(held_.front()));
      read_again(found->end());
    } else {
      if (is_begun && holds_text()) {
        report_.data_loss("dtrace.truncated", held_.front().number,
                          "the input ends within a record of a printa() format, which is left out");
      }
      let_go();
    }
    process_again();
  }
  if (last_without_frames_ != 0) {
    report_.data_loss("dtrace.formats", last_without_frames_,
                      "the last value has no stack below it: stacks may be above their values, the first one empty");
  }
  unnamed_.report(report_);
}

}  // namespace profconv::dtrace
