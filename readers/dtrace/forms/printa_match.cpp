// SPDX-License-Identifier: Apache-2.0
// Lines to the record of one format.
#include "readers/dtrace/forms/printa_match.h"

#include <algorithm>

#include "readers/dtrace/text/frame_text.h"

namespace profconv::dtrace {

namespace {

/// What else was printed between the frames of a record, before it is taken for something other than a record.
constexpr std::size_t most_strays = 8;

/// "  0x7efd78eae24a".
bool is_bare_address(std::string_view line) {
  const std::string_view text = trimmed(line);
  return text.starts_with("0x") && is_hex(text.substr(2));
}

/// Whether a line without indentation can be how a language calls its function: `Interpreter`, `StubRoutines (1)`.
bool is_name(std::string_view text) {
  if (parse_number(text)) return false;
  return text.find(' ') == std::string_view::npos || text.find_first_of("(<`") != std::string_view::npos;
}

}  // namespace

void PrintaMatch::begin() {
  state_ = format_->has_value() ? State::line : State::dead;
  step_ = values_ = cut_ = text_lines_ = lead_ = 0;
  is_text_ = false;
  has_left_out_table_ = is_doubtful_ = is_joined_ = is_padded_ = lacks_fill_ = is_unended_ = false;
  record_.clear();
  stacks_.clear();
  strays_.clear();
}

void PrintaMatch::take(std::string_view line, std::size_t column, std::size_t index, std::uint64_t number) {
  if (index == 0) record_.line = number;
  if (is_text_) text_lines_ = index;
  is_text_ = line.size() > column;
  index_ = index;
  switch (state_) {
    case State::dead:
    case State::whole:
      return;
    case State::line:
      return take_line(line, column, index, number);
    case State::stack:
      if (take_frame(line, index)) return;
      if (is_doubtful_ && stacks_.back().first == stacks_.back().second) return give_up();
      break;
    case State::heading:
      state_ = table_heading(line) == TableHeading::values ? State::rows : State::dead;
      return;
    case State::rows:
      if (take_row(line)) return;
      if (rows_ == 0) return give_up();
      break;
  }
  if (step_ == format_->steps().size()) return end_at(index, 0);
  take_line(line, column, index, number);
}

void PrintaMatch::take_line(std::string_view line, std::size_t column, std::size_t index, std::uint64_t number) {
  data_.clear();
  take_fit(fit(*format_, line.substr(column), step_, data_), line, column, index, number);
}

void PrintaMatch::take_fit(const PrintaFit& fit, std::string_view line, std::size_t column, std::size_t index,
                           std::uint64_t number) {
  if (fit.end == PrintaFit::End::none) return give_up();
  add_data(line.substr(column), number);
  cut_ += fit.cut;
  if (step_ == 0) lead_ = fit.lead;
  is_joined_ = is_joined_ || fit.is_joined;
  is_padded_ = is_padded_ || fit.is_padded;
  lacks_fill_ = lacks_fill_ || fit.lacks_fill;
  step_ = fit.step;
  state_ = State::line;
  switch (fit.end) {
    case PrintaFit::End::none:
    case PrintaFit::End::newline:
      if (step_ == format_->steps().size()) end_at(index + 1, 0);
      return;
    case PrintaFit::End::stack:
      state_ = State::stack;
      stack_step_ = step_ - 1;
      record_.shape += stack_letter;
      stacks_.emplace_back(index + 1, index + 1);
      return;
    case PrintaFit::End::table:
      state_ = State::heading;
      rows_ = 0;
      takes_rows_ = takes_value() && !record_.is_table;
      has_left_out_table_ = has_left_out_table_ || (takes_value() && record_.is_table);
      ++values_;
      if (!record_.is_table) record_.value_line = number + 1;
      record_.is_table = true;
      return;
    case PrintaFit::End::record:
      // The newline that ends the line is of what was printed behind the record.
      if (column + fit.column == line.size()) return end_at(index + 1, 0);
      return end_at(index, column + fit.column);
  }
}

void PrintaMatch::add_data(std::string_view line, std::uint64_t number) {
  for (const PrintaDatum& datum : data_) {
    if (datum.step < format_->lead_steps()) continue;
    switch (format_->steps()[datum.step].kind) {
      case PrintaStep::Kind::value:
        if (takes_value()) record_.values.push_back(datum.number);
        if (!record_.is_table) record_.value_line = number;
        ++values_;
        break;
      case PrintaStep::Kind::number:
        record_.columns.push_back({.kind = ColumnKind::quad, .number = datum.number});
        record_.shape += static_cast<char>(ColumnKind::quad);
        break;
      default:
        record_.columns.push_back(
            {.kind = ColumnKind::text, .number = {}, .begin = record_.text.size(), .length = datum.length});
        record_.text += line.substr(datum.begin, datum.length);
        record_.shape += static_cast<char>(ColumnKind::text);
    }
  }
}

bool PrintaMatch::may_be_columns() const {
  if (state_ == State::dead) return false;
  const auto has_gap = [&](const Column& column) {
    if (column.kind != ColumnKind::text) return false;
    const std::string_view key = record_.text_of(column);
    const bool begins_blank = key.empty() || key.front() == ' ';
    return key.find("  ") != std::string_view::npos || (begins_blank && &column == &record_.columns.front());
  };
  return is_padded_ || std::any_of(record_.columns.begin(), record_.columns.end(), has_gap);
}

bool PrintaMatch::take_row(std::string_view line) {
  const auto row = parse_table_row(line);
  if (!row) return false;
  ++rows_;
  if (takes_rows_) record_.rows.push_back(*row);
  return true;
}

/// False where the line ends the stack: it fits what the format prints behind, or nothing else it can be.
bool PrintaMatch::take_frame(std::string_view line, std::size_t index) {
  const bool is_shaped = is_frame_here(line);
  if (is_doubtful_ && !is_shaped && stacks_.back().first == stacks_.back().second) return false;
  const bool told = format_->tells(step_);
  const bool is_address = is_shaped && !format_->may_print_prefix(step_) && is_bare_address(line);
  if (!is_address && step_ < format_->steps().size() && (told || !is_shaped)) {
    data_.clear();
    const PrintaFit::End end = fit(*format_, line, step_, data_).end;
    if (end != PrintaFit::End::none && !(is_shaped && end == PrintaFit::End::table)) return false;
  }
  auto& [first, behind] = stacks_.back();
  const bool is_stray = !is_shaped && !(told && is_unnamed_frame_here(line)) &&
                        !(first != behind && is_annotation(line.substr(leading_blanks(line))));
  if (is_stray) {
    if (!told || first == behind || line.empty() || line.front() == ' ' || strays_.size() == most_strays) return false;
    strays_.push_back(index);
  }
  behind = index + 1;
  return true;
}

bool PrintaMatch::is_frame_here(std::string_view line) const {
  if (!is_indented_right(line)) return false;
  const std::size_t indent = leading_blanks(line);
  const std::string_view text = line.substr(indent);
  return is_frame(text) && (indent != 0 || text.substr(0, text.find('`')).find(' ') == std::string_view::npos);
}

bool PrintaMatch::is_unnamed_frame_here(std::string_view line) const {
  if (line.empty() || !is_indented_right(line) || is_elision_mark(line)) return false;
  return line.front() == ' ' ? leading_blanks(line) < line.size() : is_name(line);
}

bool PrintaMatch::is_indented_right(std::string_view line) const {
  const PrintaStep& stack = format_->steps()[stack_step_];
  if (stack.side == PrintaStep::Width::any) return true;
  const std::size_t blanks = leading_blanks(line);
  if (stack.width != 0) return blanks == 0 ? line.size() >= stack.width : line.size() == stack.width;
  return blanks == stack.indent;
}

void PrintaMatch::end_at(std::size_t line, std::size_t column) {
  state_ = State::whole;
  end_ = {line, column};
  text_end_ = column != 0 ? end_ : End{is_text_ && line > index_ ? line : text_lines_, 0};
  if (!record_.values.empty()) record_.value = record_.values.front();
}

void PrintaMatch::end_of_input(std::size_t lines) {
  if (!alive()) return;
  const bool in_table = state_ == State::heading || (state_ == State::rows && rows_ == 0);
  if (values_ != 0 && !in_table && format_->only_blanks(step_)) {
    is_unended_ = state_ == State::stack && step_ < format_->steps().size();
    return end_at(lines, 0);
  }
  give_up();
}

}  // namespace profconv::dtrace
