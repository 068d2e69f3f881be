// SPDX-License-Identifier: Apache-2.0
// Lines that may be keys or output of other programs: text keys that go over several lines, and lines of text that may
// be keys whose trailing blanks are lost.
//
//   java                                                          40
// 96
//   bash                                                       99999      one key of three lines, or two records
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "readers/dtrace/forms/assembly.h"
#include "readers/dtrace/forms/open_record.h"
#include "readers/dtrace/text/report.h"
#include "readers/dtrace/text/token.h"

namespace profconv::dtrace {

/// Reports them where other records show what they may be.
class DoubtfulKeys {
 public:
  /// Both must outlive this.
  DoubtfulKeys(Assembly& assembly, Report& report) : assembly_(assembly), report_(report) {}

  /// Looks at keys without a value, above `next`.
  void take(const Token& scalars, const Token& next, const OpenRecord& open) {
    compare_lines(scalars, open, false);
    report_overflow(scalars);
    note_unfilled(scalars, next);
    if (next.kind == Token::Kind::table && next.blanks == 0) compare_with_unfilled({}, scalars);
    const ColumnKind last = scalars.columns.back().kind;
    const bool may_be_text = last == ColumnKind::text || last == ColumnKind::byte;
    if (next.kind == Token::Kind::frames && may_be_text && !open.is_open()) {
      compare_with_unfilled({&stack_letter, 1}, scalars);
    }
  }
  /// Looks at a value and the keys before it, above `next`.
  void take_value(const Token& scalars, const Token& next, const OpenRecord& open) {
    compare_lines(scalars, open, true);
    report_overflow(scalars);
    if (scalars.columns.size() == 1 && scalars.line_count == 1) report_wide(scalars, next);
  }
  /// Remembers a line of text that may be the key of the stacks in `next`.
  void leave_out(const Token& scalars, const Token& next);
  /// The same of a line without indentation, where blanks fill it up or a stack is right below. `goes_on`: the stack
  /// may be one that began above it.
  void leave_out_text(std::uint64_t line, std::string_view text, const Token& next, bool goes_on);
  /// A frame alone, indented as a text key is, may be one before an empty stack.
  void see_frame(const Token& frame, const Token& next);
  /// The same of the first line of the input, right above a stack: copying may have begun at its first letter.
  void leave_out_first(std::uint64_t line, std::string_view text);
  /// Compares a whole record with the lines left out last.
  void compare(const Record& record) {
    if (text_above_ != 0 && record.line == text_above_ + 1) assembly_.found().texts_above.add(text_above_);
    if (!lost_key_.empty() && record.shape.starts_with(lost_key_)) report_lost_key();
    if (key_or_frame_ != 0 && record.shape.starts_with(key_of_a_stack)) report_key_or_frame();
  }

 private:
  /// Compares keys, with the value or without, with those of other records of their shape.
  void compare_lines(const Token& scalars, const OpenRecord& open, bool with_value) {
    if (scalars.line_count > 1 || !long_key_.empty()) compare_with_long_key(scalars, open, with_value);
  }
  /// Whether blanks fill up what may be a key.
  bool report_filled(std::uint64_t line, std::string_view text) const;
  void report_overflow(const Token& scalars) const;
  void report_wide(const Token& number, const Token& next) const;
  void note_unfilled(const Token& scalars, const Token& next);
  void compare_with_unfilled(std::string_view stacks, const Token& scalars);
  void compare_with_long_key(const Token& scalars, const OpenRecord& open, bool with_value);
  void report_lost_key();
  void report_key_or_frame();
  void report_first_line(const Token& scalars) const;

  static constexpr char key_of_a_stack[] = {static_cast<char>(ColumnKind::text), stack_letter, '\0'};

  Assembly& assembly_;
  Report& report_;
  std::string long_key_;  ///< the shape up to a key of several lines, if no other record had that yet
  std::uint64_t long_key_line_ = 0;
  std::set<std::string> above_tables_;  ///< the shapes of keys above tables and stacks that no blanks follow
  std::set<std::string> unfilled_;      ///< those that end in a text which no blanks fill up
  std::uint64_t text_above_ = 0;        ///< the line of text right above a stack that was left out last
  std::uint64_t open_text_ = 0;         ///< the last line that was left out and is like a key without its blanks
  std::string lost_key_;                ///< the shape that the line left out would begin
  std::uint64_t lost_key_line_ = 0;
  std::uint64_t key_or_frame_ = 0;  ///< the line of a frame above a value or table that is indented as a key
};

}  // namespace profconv::dtrace
