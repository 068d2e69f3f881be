// SPDX-License-Identifier: Apache-2.0
// Keys, in their order.
#include "readers/dtrace/forms/open_record.h"

#include "profconv/errors.h"

namespace profconv::dtrace {

void OpenRecord::begin(std::uint64_t line, bool own_newline) {
  record_.line = line;
  own_newline_ = own_newline;
}

void OpenRecord::add_stacks(std::size_t count) {
  record_.shape.append(count, stack_letter);
  record_.stacks.insert(record_.stacks.end(), count, record_.frames.size());
}

void OpenRecord::insert_stacks(std::size_t count) {
  record_.shape.insert(0, count, stack_letter);
  record_.stacks.insert(record_.stacks.begin(), count, 0);
}

void OpenRecord::add_frames(const Token& token) {
  const std::vector<FrameLine>& frames = token.frames;
  if (record_.frames.empty()) indent_ = token.indent;
  if (record_.frames.size() + frames.size() > most_frames_) {
    const std::uint64_t first_too_many = token.line + most_frames_ - record_.frames.size();
    throw LimitError(report_.at(first_too_many), "the stack is deeper than the limit of " +
                                                     std::to_string(most_frames_) + " frames (--max-stack-depth)");
  }
  record_.frames.insert(record_.frames.end(), frames.begin(), frames.end());
}

void OpenRecord::add_columns(const Token& token, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    Column column = token.columns[i];
    if (column.kind == ColumnKind::text) {
      const std::string_view text = token.text_of(column);
      column.begin = record_.text.size();
      record_.text += text;
    }
    record_.columns.push_back(column);
    record_.shape += static_cast<char>(column.kind);
  }
}

void OpenRecord::add_text(std::string_view text) {
  record_.columns.push_back(
      {.kind = ColumnKind::text, .number = {}, .begin = record_.text.size(), .length = text.size()});
  record_.text += text;
  record_.shape += static_cast<char>(ColumnKind::text);
}

void OpenRecord::clear() {
  record_.clear();
  state_ = State::none;
}

std::string OpenRecord::shape_with(const Token& columns) const {
  std::string shape = record_.shape;
  if (state_ == State::after_stack) shape.append(columns.blanks, stack_letter);
  // The newline between two lines of scalars is an empty stack's.
  if (state_ == State::after_keys) shape += stack_letter;
  return shape.append(shape_of(columns.columns));
}

}  // namespace profconv::dtrace
