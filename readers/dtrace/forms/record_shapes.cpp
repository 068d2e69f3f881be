// SPDX-License-Identifier: Apache-2.0
// Comparing shapes.
#include "readers/dtrace/forms/record_shapes.h"

#include <algorithm>

#include "readers/dtrace/forms/record_parts.h"

namespace profconv::dtrace {

namespace {

/// No record begins with more empty stacks.
constexpr std::size_t most_leading = 4;

}  // namespace

std::size_t RecordShapes::likely_leading_stacks(Record& record, bool own_newline, bool fresh) const {
  // The first stack's newline is counted, its letter is there already.
  const std::size_t own = own_newline ? 1 : 0;
  const std::size_t blanks = record.blanks_before;
  record.starts_print = blanks > own;
  if (blanks <= own || blanks > most_leading + 1) return 0;
  const auto is_like_last = [&](std::size_t stacks) {
    return record.is_table == last_is_table_ && last_ == std::string(stacks, stack_letter) + record.shape;
  };
  const std::size_t most_stacks = blanks - own;
  // What an action printed may have taken an empty line more, which then was no stack of the record before.
  if (!fresh && (is_like_last(most_stacks) || (after_output_ && is_like_last(most_stacks + 1)))) {
    record.starts_print = false;
    return most_stacks;
  }
  if (own_newline && !record.shape.starts_with(stack_letter)) return 0;
  // After scalar keys an empty line more is as likely the D program's own.
  const bool one_is_of_print = own_newline || record.shape.empty() || is_like_last(most_stacks - 1);
  return one_is_of_print ? most_stacks - 1 : 0;
}

/// Whether the program prints such records with several of the numbers of stacks that so many empty lines can be.
bool RecordShapes::have_two_meanings(const Record& record, std::size_t blanks, bool fresh) const {
  std::size_t ways = 0;
  for (std::size_t stacks = 0; stacks <= std::min(blanks, most_leading); ++stacks) {
    const std::string shape = std::string(stacks, stack_letter) + record.shape;
    // One empty line after text is the newline that a print begins with. After a probe's line that newline has ended
    // the line if printa() printed it, and only then can the empty line be a stack.
    const bool is_possible =
        blanks > 1 || stacks == 0 || !fresh || (record.follows_probe && prints_.printa_expects(shape, record.is_table));
    ways += is_possible && prints_.expects(shape, record.is_table) ? 1 : 0;
  }
  return ways > 1;
}

LeadingStacks RecordShapes::leading_stacks(Record& record, bool own_newline, bool fresh) const {
  const std::size_t likely = likely_leading_stacks(record, own_newline, fresh);
  const std::size_t own = own_newline ? 1 : 0;
  // An empty line ends what a clause printed.
  if (!has_program_ && !fresh && below_probe_ && record.starts_print) return {likely, likely != 0};
  if (!has_program_ || record.blanks_before <= own || record.blanks_before > most_leading + 1) return {likely};
  const auto is_expected = [&](std::size_t stacks) {
    return prints_.expects(std::string(stacks, stack_letter) + record.shape, record.is_table);
  };
  const std::size_t most = record.blanks_before - own;
  const bool is_doubtful = have_two_meanings(record, most, fresh);
  if (is_expected(likely)) return {likely, is_doubtful};
  // The first record of a print has the newline of printa(), or of the end, before its own.
  for (std::size_t stacks = most; stacks-- > 0;) {
    if (is_expected(stacks)) return {stacks, is_doubtful};
  }
  if (!is_expected(most)) return {likely};
  record.starts_print = false;
  return {most, is_doubtful};
}

std::optional<bool> RecordShapes::is_expected(std::string_view shape, bool is_table, std::size_t most_stacks) const {
  if (!has_program_) return std::nullopt;
  for (std::size_t stacks = 0; stacks <= std::min(most_stacks, most_leading); ++stacks) {
    if (prints_.expects(std::string(stacks, stack_letter).append(shape), is_table)) return true;
  }
  return false;
}

bool RecordShapes::can_begin(std::string_view shape, std::size_t most_stacks) const {
  for (std::size_t stacks = 0; stacks <= std::min(most_stacks, most_leading); ++stacks) {
    if (prints_.expects_beginning(std::string(stacks, stack_letter).append(shape))) return true;
  }
  return false;
}

std::size_t RecordShapes::stacks_of_others(const Record& record) const {
  if (!has_program_ || prints_.expects(record.shape, record.is_table)) return 0;
  const std::string_view shape = record.shape;
  for (std::size_t stacks = 1; stacks <= shape.size() && shape[stacks - 1] == stack_letter; ++stacks) {
    if (prints_.expects(shape.substr(stacks), record.is_table)) return stacks;
  }
  return 0;
}

bool RecordShapes::may_begin_with_action(const Record& record) const {
  // A print begins with two empty lines before a stack, what an action prints with one.
  if (!prints_actions() || (record.starts_print && !record.follows_probe)) return false;
  const std::string_view shape = record.shape;
  for (std::size_t i = 1; i < shape.size() && shape.substr(0, i + 1) == std::string(i + 1, stack_letter); ++i) {
    const std::size_t end = i + 1 < record.stacks.size() ? record.stacks[i + 1] : record.frames.size();
    const bool is_newline = record.stacks[i] == end && record.stacks[i] != 0;
    if (is_newline && prints_.expects(shape.substr(i + 1), record.is_table)) return true;
  }
  return false;
}

bool RecordShapes::may_be_two_around_frame(const Record& record) const {
  return !record.is_table && size_around_stack(record.shape) != 0 &&
         !is_expected(record.shape, false, 0).value_or(false);
}

void RecordShapes::keep(const Record& record, bool after_output) {
  after_output_ = after_output;
  below_probe_ = record.follows_probe || (below_probe_ && record.follows_record && !record.starts_print);
  last_is_table_ = record.is_table;
  const auto values = possible_values(record.shape);
  const bool can_be_two = !values.empty() && is_below_frames(record, values.back());
  if (may_be_two_around_frame(record)) {
    last_ = record.shape.substr(0, size_around_stack(record.shape));
  } else if (record.is_glued) {
    last_ = record.shape.substr(values.back() + 1);
  } else if (can_be_two && record.shape != last_ && record.shape != doubted_) {
    // A record with a value inside may be two that lost the empty line between.
    doubted_ = record.shape;
    if (last_.empty()) last_ = record.shape.substr(values.back() + 1);
  } else {
    last_ = record.shape;
  }
}

}  // namespace profconv::dtrace
