// SPDX-License-Identifier: Apache-2.0
// Keys, in their order.
#include "readers/dtrace/forms/open_record.h"

#include "profconv/errors.h"

namespace profconv::dtrace {

void OpenRecord::begin(std::uint64_t line, bool own_newline) {
  record().line = line;
  own_newline_ = own_newline;
  is_interrupted_ = false;
}

void OpenRecord::add_stacks(std::size_t count) {
  record().shape.append(count, stack_letter);
  record().stacks.insert(record().stacks.end(), count, record().frames.size());
}

void OpenRecord::insert_stacks(std::size_t count) {
  record().shape.insert(0, count, stack_letter);
  record().stacks.insert(record().stacks.begin(), count, 0);
}

void OpenRecord::add_frames(const Token& token) {
  const std::vector<FrameLine>& frames = token.frames;
  if (record().frames.empty()) indent_ = token.indent;
  if (record().frames.size() + frames.size() > most_frames_) {
    const std::uint64_t first_too_many = token.line + most_frames_ - record().frames.size();
    throw LimitError(report_.at(first_too_many), "the stack is deeper than the limit of " +
                                                     std::to_string(most_frames_) + " frames (--max-stack-depth)");
  }
  record().frames.insert(record().frames.end(), frames.begin(), frames.end());
}

void OpenRecord::add_columns(const Token& token, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    Column column = token.columns[i];
    if (column.kind == ColumnKind::text) {
      const std::string_view text = token.text_of(column);
      column.begin = record().text.size();
      record().text += text;
    }
    record().columns.push_back(column);
    record().shape += static_cast<char>(column.kind);
  }
}

void OpenRecord::add_text(std::string_view text) {
  record().columns.push_back(
      {.kind = ColumnKind::text, .number = {}, .begin = record().text.size(), .length = text.size()});
  record().text += text;
  record().shape += static_cast<char>(ColumnKind::text);
}

void OpenRecord::clear() {
  record().clear();
  state_ = State::none;
}

std::string OpenRecord::shape_with(const Token& columns) const {
  std::string shape = record().shape;
  if (state_ == State::after_stack) shape.append(columns.blanks, stack_letter);
  // The newline between two lines of scalars is an empty stack's.
  if (state_ == State::after_keys) shape += stack_letter;
  return shape.append(shape_of(columns.columns));
}

}  // namespace profconv::dtrace
