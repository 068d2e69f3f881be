// SPDX-License-Identifier: Apache-2.0
// Places in a shape to columns, stacks and lines.
#include "readers/dtrace/forms/record_parts.h"

#include <algorithm>

#include "readers/dtrace/text/columns.h"

namespace profconv::dtrace {

namespace {

constexpr char value_letter = static_cast<char>(ColumnKind::quad);

std::ptrdiff_t stacks_in(std::string_view shape) { return std::count(shape.begin(), shape.end(), stack_letter); }

std::ptrdiff_t columns_in(std::string_view shape) {
  return static_cast<std::ptrdiff_t>(shape.size()) - stacks_in(shape);
}

std::size_t frames_before(const Record& record, std::ptrdiff_t stack) {
  const auto number = static_cast<std::size_t>(stack);
  return number < record.stacks.size() ? record.stacks[number] : record.frames.size();
}

/// The keys from `begin` to `end` in the shape.
Record part(const Record& record, std::size_t begin, std::size_t end) {
  const std::string_view shape = record.shape;
  const std::string_view above = shape.substr(0, begin);
  Record result;
  result.shape = shape.substr(begin, end - begin);
  result.text = record.text;
  const auto column = record.columns.begin() + columns_in(above);
  result.columns.assign(column, column + columns_in(result.shape));
  const auto stack = record.stacks.begin() + stacks_in(above);
  result.stacks.assign(stack, stack + stacks_in(result.shape));
  const std::size_t first_frame = frames_before(record, stacks_in(above));
  const std::size_t end_frame = frames_before(record, stacks_in(above) + stacks_in(result.shape));
  result.frames.assign(record.frames.begin() + static_cast<std::ptrdiff_t>(first_frame),
                       record.frames.begin() + static_cast<std::ptrdiff_t>(end_frame));
  for (std::size_t& each : result.stacks) each -= first_frame;
  result.line = line_of(record, begin);
  result.follows_record = true;
  return result;
}

}  // namespace

std::vector<std::size_t> possible_values(std::string_view shape) {
  std::vector<std::size_t> values;
  for (std::size_t i = 0; i + 1 < shape.size(); ++i) {
    if (shape[i] == value_letter && shape[i + 1] == stack_letter) values.push_back(i);
  }
  return values;
}

bool is_below_frames(const Record& record, std::size_t value) {
  return frames_before(record, stacks_in(std::string_view(record.shape).substr(0, value))) != 0;
}

std::size_t size_around_stack(std::string_view shape) {
  const std::vector<std::size_t> values = possible_values(shape);
  if (values.size() != 1 || stacks_in(shape) != 1) return 0;
  const std::size_t size = values.front();
  return shape.substr(0, size) == shape.substr(size + 2) ? size : 0;
}

std::uint64_t line_of(const Record& record, std::size_t place) {
  std::uint64_t line = record.line;
  std::ptrdiff_t stack = 0;
  for (std::size_t i = 0; i < place; ++i) {
    const bool is_stack = record.shape[i] == stack_letter;
    const bool next_is_stack = i + 1 < record.shape.size() && record.shape[i + 1] == stack_letter;
    if (is_stack) {
      line += frames_before(record, stack + 1) - frames_before(record, stack);
      ++stack;
    }
    // Keys side by side share a line; stacks are an empty line apart.
    if (next_is_stack) ++line;
  }
  return line;
}

const Number& number_at(const Record& record, std::size_t place) {
  const std::string_view above = std::string_view(record.shape).substr(0, place);
  return record.columns[static_cast<std::size_t>(columns_in(above))].number;
}

std::vector<Record> split(const Record& record, const std::vector<std::size_t>& values) {
  std::vector<Record> parts;
  std::size_t begin = 0;
  for (const std::size_t value : values) {
    Record& each = parts.emplace_back(part(record, begin, value));
    each.value = number_at(record, value);
    each.value_line = line_of(record, value);
    begin = value + 1;
  }
  Record& last = parts.emplace_back(part(record, begin, record.shape.size()));
  last.value = record.value;
  last.value_line = record.value_line;
  last.is_table = record.is_table;
  last.values = record.values;
  last.rows = record.rows;
  last.cpus = record.cpus;
  Record& first = parts.front();
  first.before = record.before;
  first.follows_record = record.follows_record;
  first.blanks_before = record.blanks_before;
  first.starts_print = record.starts_print;
  first.first_of_recording = record.first_of_recording;
  return parts;
}

Record take_stacks(Record& record, std::size_t count) {
  const std::size_t frames = count < record.stacks.size() ? record.stacks[count] : record.frames.size();
  const auto stacks_end = record.stacks.begin() + static_cast<std::ptrdiff_t>(count);
  const auto frames_end = record.frames.begin() + static_cast<std::ptrdiff_t>(frames);
  Record taken;
  taken.line = record.line;
  taken.shape = record.shape.substr(0, count);
  taken.stacks.assign(record.stacks.begin(), stacks_end);
  taken.frames.assign(record.frames.begin(), frames_end);
  record.shape.erase(0, count);
  record.stacks.erase(record.stacks.begin(), stacks_end);
  record.frames.erase(record.frames.begin(), frames_end);
  for (std::size_t& stack : record.stacks) stack -= frames;
  record.starts_print = true;
  return taken;
}

}  // namespace profconv::dtrace
