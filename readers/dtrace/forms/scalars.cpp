// SPDX-License-Identifier: Apache-2.0
// Telling values from keys.
#include "readers/dtrace/forms/scalars.h"

#include <string>
#include <string_view>

#include "readers/dtrace/forms/record_parts.h"

namespace profconv::dtrace {

using Kind = Token::Kind;

Scalars::Meaning Scalars::meaning(const Token& scalars, const Token& next, OpenRecord& open) {
  const bool begins_after_blank = open.is_open() ? open.record().blanks_before != 0 : scalars.blanks != 0;
  if (begins_after_blank) empty_lines_lost_ = false;
  if (next.kind == Kind::end && next.blanks == 0) {
    if (is_cut(scalars, open)) return Meaning::cut;
    report_key_at_end(scalars, open);
  }
  const bool can_be_value = scalars.kind == Kind::scalars && scalars.ends_in_quad();
  if (can_be_value && next.kind != Kind::cpu) {
    if (const auto told = told_by_program(scalars, next, open)) return *told;
  }
  if (can_be_value && next.kind == Kind::cpu) return Meaning::value;
  if (can_be_value && is_value_above_frame(scalars, next, open)) return Meaning::value;
  if (are_keys(scalars, next, open)) return Meaning::keys;
  return can_be_value ? Meaning::value : Meaning::text;
}

/// What only one of two meanings is that the D program allows.
std::optional<Scalars::Meaning> Scalars::told_by_program(const Token& scalars, const Token& next,
                                                         const OpenRecord& open) const {
  if (!shapes_.has_program()) return std::nullopt;
  const bool can_be_key = next.blanks != 0 || next.kind == Kind::frames || next.kind == Kind::scalars;
  if (!can_be_key || next.kind == Kind::end) return std::nullopt;
  const auto told = told_after(open.shape_with(scalars), scalars, next, open);
  const bool may_follow_action = shapes_.prints_actions() && scalars.blanks != 0 && open.is_in_stack();
  return told || !may_follow_action ? told : told_after(shape_of(scalars.columns), scalars, next, open);
}

/// The same of a record that has this shape with the scalars.
std::optional<Scalars::Meaning> Scalars::told_after(const std::string& shape, const Token& scalars, const Token& next,
                                                    const OpenRecord& open) const {
  const std::size_t blanks = open.is_open() ? open.record().blanks_before : scalars.blanks;
  const auto is_value = shapes_.is_expected(std::string_view(shape).substr(0, shape.size() - 1), false, blanks);
  if (!is_value) return std::nullopt;
  // Of the newlines after keys the last one before a table is its own.
  const std::size_t stacks = next.blanks + (next.kind == Kind::table ? 0 : 1);
  const bool is_key = can_go_on(shape + std::string(stacks, stack_letter), next, blanks);
  if (*is_value && is_key && next.blanks == 0 && next.kind == Kind::scalars && !begins_record(next))
    return Meaning::keys;
  if (*is_value && is_key && next.kind == Kind::scalars && next.blanks == 0) {
    report_.data_loss("dtrace.leading_stacks", scalars.line,
                      "this number may be a value, or a key before an empty stack, as the D program prints both");
  }
  const bool is_above_table = shape.size() == 1 && next.kind == Kind::table && next.blanks == 1;
  if (is_above_table && is_key && !shapes_.may_end_above_table()) return Meaning::keys;
  if (*is_value == is_key) return std::nullopt;
  return is_key ? Meaning::keys : Meaning::value;
}

/// Whether the program prints a record that begins with a shape and goes on with the next token.
bool Scalars::can_go_on(const std::string& shape, const Token& next, std::size_t blanks) const {
  if (next.kind != Kind::scalars) return shapes_.can_begin(shape, blanks);
  const std::string longer = shape + shape_of(next.columns);
  const std::string_view keys = std::string_view(longer).substr(0, longer.size() - 1);
  return shapes_.can_begin(longer, blanks) ||
         (next.ends_in_quad() && shapes_.is_expected(keys, false, blanks).value_or(false));
}

/// Whether the program prints a record that begins with these scalars.
bool Scalars::begins_record(const Token& scalars) const {
  const std::string shape = shape_of(scalars.columns);
  const std::string_view keys = std::string_view(shape).substr(0, shape.size() - 1);
  const bool is_whole = scalars.ends_in_quad() && shapes_.is_expected(keys, false, 0).value_or(true);
  return is_whole || shapes_.can_begin(shape + stack_letter, 0);
}

/// Where the input was cut after a key, the key looks like a value.
bool Scalars::is_cut(const Token& scalars, const OpenRecord& open) const {
  const std::string shape = open.shape_with(scalars);
  if (shapes_.last_size() == 0 || !shapes_.can_become_last(shape)) return false;
  const std::string_view keys = std::string_view(shape).substr(0, shape.size() - 1);
  if (scalars.ends_in_quad() && shapes_.is_expected(keys, false, scalars.blanks).value_or(false)) return false;
  return shapes_.last_size() > 1 || !scalars.ends_in_quad();
}

/// Reports a number at the end that may be a key, after a stack that is empty, of a record that was cut.
void Scalars::report_key_at_end(const Token& scalars, const OpenRecord& open) const {
  if (open.is_open() || shapes_.has_program()) return;
  const std::string shape = shape_of(scalars.columns);
  for (std::size_t stacks = 1; stacks <= scalars.blanks; ++stacks) {
    if (!shapes_.can_become_last(std::string(stacks, stack_letter) + shape)) continue;
    return report_.data_loss("dtrace.leading_stacks", scalars.line,
                             "the input may end within a record: this value may be a key of it, after an empty stack");
  }
}

/// Whether a number below a text cannot stand alone, as the D program prints none that does.
bool Scalars::is_below_text(const Token& number) const {
  const bool is_number = number.kind == Kind::scalars && number.ends_in_quad() && number.columns.size() == 1;
  return is_number && number.blanks == 0 && !shapes_.is_expected("", false, 0).value_or(true);
}

/// Whether an empty stack must be between these scalars and a table: only printa() of several aggregations prints
/// numbers below a table, and it begins with an empty line besides the table's own.
bool Scalars::is_above_several(const Token& scalars, const Token& next, const OpenRecord& open) const {
  if (next.kind != Kind::table || next.numbers.empty() || next.blanks != 1) return false;
  // Below a record whose value would be here, that empty line may be lost.
  const std::string shape = open.shape_with(scalars);
  return !shapes_.is_last(std::string_view(shape).substr(0, shape.size() - 1));
}

bool Scalars::are_keys(const Token& scalars, const Token& next, const OpenRecord& open) const {
  const bool complete = scalars.kind == Kind::scalars;
  if (next.blanks == 0) {
    if (next.kind == Kind::frames) return complete || (!open.is_open() && scalars.line_count == 1);
    if (next.kind == Kind::table || next.kind == Kind::dump) return true;
    if (next.kind != Kind::scalars) return false;
  }
  // An empty stack leaves no line of its own after keys.
  if (!complete) {
    const bool is_stripped = next.kind == Kind::frames && !open.is_open() && scalars.line_count == 1;
    const bool is_filled = scalars.columns.back().length >= text_width && next.ends_in_quad();
    const bool is_told = is_below_text(next);
    if (!is_stripped && !is_filled && !is_told) return false;
    const std::string begin = open.shape_with(scalars) + std::string(next.blanks + 1, stack_letter);
    if (is_told || (is_filled && shapes_.has_program())) return shapes_.can_begin(begin, scalars.blanks);
    return shapes_.last_size() != 0 && shapes_.can_become_last(begin);
  }
  if (!scalars.ends_in_quad() || is_above_several(scalars, next, open)) return true;
  // A table begins with an empty line of its own.
  const bool is_stack_last = next.blanks == 0 || next.kind == Kind::table;
  if (shapes_.last_size() <= open.shape().size() + scalars.columns.size()) return false;
  const std::string begin = open.shape_with(scalars) + std::string(is_stack_last ? 1 : 2, stack_letter);
  if (next.kind != Kind::scalars || next.blanks != 0) return shapes_.can_become_last(begin);
  const std::string longer = begin + shape_of(next.columns);
  const std::string_view keys = std::string_view(longer).substr(0, longer.size() - 1);
  return shapes_.can_become_last(longer) || (next.ends_in_quad() && shapes_.is_last(keys));
}

/// Whether the empty line that the next record begins with is missing below these scalars. No aggregation has two such
/// numbers among its stacks, so the second is a value, and with it the first.
bool Scalars::is_value_above_frame(const Token& scalars, const Token& next, OpenRecord& open) {
  const bool frames_follow = next.kind == Kind::frames && next.blanks == 0;
  if (!frames_follow || scalars.blanks != 0 || open.state() != OpenRecord::State::after_stack) return false;
  Record& record = open.record();
  if (!empty_lines_lost_) {
    const auto values = possible_values(record.shape);
    if (values.empty() || !is_below_frames(record, values.back())) return false;
    const std::string shape = open.shape_with(scalars);
    const bool is_whole = shapes_.is_last(std::string_view(shape).substr(0, shape.size() - 1));
    empty_lines_lost_ = record.is_glued = !is_whole;
  }
  if (!record.is_glued) {
    report_.data_loss("dtrace.lost_line", next.line,
                      "an empty line is missing before this frame, which begins a new record");
  }
  return true;
}

}  // namespace profconv::dtrace
