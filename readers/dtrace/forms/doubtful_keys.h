// SPDX-License-Identifier: Apache-2.0
// Lines that may be keys or output of other programs: text keys that go over several lines, and lines of text that may
// be keys whose trailing blanks are lost.
//
//   java                                                          40
// 96
//   bash                                                       99999      one key of three lines, or two records
#pragma once

#include <cstdint>
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

  /// Compares keys, with the value or without, with those of other records of their shape.
  void compare_lines(const Token& scalars, const OpenRecord& open, bool with_value) {
    if (scalars.line_count > 1 || !long_key_.empty()) compare_with_long_key(scalars, open, with_value);
  }
  /// Remembers a line of text that may be the key of the stacks in `next`.
  void leave_out(const Token& scalars, const Token& next);
  /// The same of the first line of the input, right above a stack: copying may have begun at its first letter.
  void leave_out_first(std::uint64_t line);
  /// Compares the shape of a whole record with that of the line left out last.
  void compare(std::string_view shape) {
    if (!lost_key_.empty() && shape.starts_with(lost_key_)) report_lost_key();
  }

 private:
  void compare_with_long_key(const Token& scalars, const OpenRecord& open, bool with_value);
  void report_lost_key();

  Assembly& assembly_;
  Report& report_;
  std::string long_key_;  ///< the shape up to a key of several lines, if no other record had that yet
  std::uint64_t long_key_line_ = 0;
  std::string lost_key_;  ///< the shape that the line left out would begin
  std::uint64_t lost_key_line_ = 0;
};

}  // namespace profconv::dtrace
