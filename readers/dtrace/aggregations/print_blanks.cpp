// SPDX-License-Identifier: Apache-2.0
// Counting empty lines.
#include "readers/dtrace/aggregations/print_blanks.h"

namespace profconv::dtrace {

void PrintBlanks::observe(const Record& record) {
  if (has_some_ || record.format != 0 || record.is_action || record.is_packed) return;
  // After a probe, the newline of a print ends the probe's line.
  const std::size_t expected = (record.has_own_newline() ? 1U : 0U) + (record.follows_probe ? 0U : 1U);
  has_some_ = record.starts_print || (first_line_ == 0 && record.blanks_before >= expected);
  if (first_line_ == 0) first_line_ = record.line;
}

}  // namespace profconv::dtrace
