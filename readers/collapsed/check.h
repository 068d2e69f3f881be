// SPDX-License-Identifier: Apache-2.0
// What a line of collapsed stacks has that this reader takes and others do not: docs/check.md lists it.
#pragma once

#include <cstdint>
#include <string_view>

#include "profconv/context.h"

namespace profconv::collapsed_in {

/// A line with a stack, taken apart.
struct CheckedLine {
  std::string_view text;        ///< as it stands in the file, without its end
  std::string_view stack;       ///< its frames
  bool is_known_stack = false;  ///< a line before has it too
  bool has_two_numbers = false;
  bool is_crlf = false;
};

/// Judges the lines of one input.
class Check {
 public:
  explicit Check(Context& context) : context_(context) {}

  void line(const CheckedLine& line, const Location& where);
  void comment(const Location& where);
  /// `columns`: as how many numbers a line the input is read.
  void finish(std::size_t columns);

 private:
  /// Lines of one kind among others.
  struct Count {
    std::uint64_t lines = 0;
    Location first;

    void add(const Location& where) {
      if (lines++ == 0) first = where;
    }
  };

  void blanks_around(const CheckedLine& line, const Location& where);
  void frames(std::string_view stack, const Location& where);

  Context& context_;
  std::uint64_t lines_ = 0;
  Count crlf_, two_numbers_, one_number_;
};

}  // namespace profconv::collapsed_in
