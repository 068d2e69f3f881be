// SPDX-License-Identifier: Apache-2.0
// The empty lines that prints in default form begin with. A text without any has lost them.
#pragma once

#include "readers/dtrace/forms/record.h"

namespace profconv::dtrace {

/// Watches all records of an input.
class PrintBlanks {
 public:
  void observe(const Record& record);
  /// The line of the first record, if neither it nor any other follows the empty line of a print; else 0.
  [[nodiscard]] std::uint64_t missing() const { return has_some_ ? 0 : first_line_; }

 private:
  bool has_some_ = false;
  std::uint64_t first_line_ = 0;
};

}  // namespace profconv::dtrace
