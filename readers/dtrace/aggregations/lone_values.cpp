// SPDX-License-Identifier: Apache-2.0
// What a value without keys may belong to.
#include "readers/dtrace/aggregations/lone_values.h"

#include <cstddef>

#include "readers/dtrace/program/expected_prints.h"

namespace profconv::dtrace {

void LoneValues::observe(const Record& record) {
  const bool is_alone = record.shape.empty() && record.format == 0 && !record.before.is_heading;
  // The numbers of a table come as a record of their own, and have its newline above them.
  const bool has_newline = choice_.known().whole_of(record).is_table;
  const bool is_below = record.blanks_before <= (has_newline ? 1U : 0U);
  if (!is_alone || !is_below || choice_.current() == nullptr) return;
  const AggregationProfile& above = *choice_.current();
  if (!above.is_table()) return observe_below(above, record);
  if (record.is_table && record.blanks_before == 0 && record.follows_record && !above.shape().empty()) {
    sources_.report.data_loss("dtrace.alike", record.line,
                              "this table may have the keys of the one above it, as printa() of several aggregations "
                              "prints: it is read without keys");
  }
}

void LoneValues::observe_below(const AggregationProfile& above, const Record& record) {
  if (!choice_.descriptions().has_program()) {
    values_.emplace(above.shape(), record.line);
  } else if (above.recordings_begun() != 0) {
    report_key_above(above.shape(), record);
  }
}

/// The record above was read as another recording's. The D program may print others, of which its value is a key.
void LoneValues::report_key_above(const std::string& shape, const Record& record) const {
  constexpr std::size_t most_stacks = 2;
  const std::string keys = shape + static_cast<char>(ColumnKind::quad);
  for (std::size_t before = 0; before <= most_stacks; ++before) {
    for (std::size_t behind = 1; behind <= most_stacks; ++behind) {
      const std::string whole = std::string(before, stack_letter) + keys + std::string(behind, stack_letter);
      if (!choice_.descriptions().prints().expects(whole, record.is_table)) continue;
      sources_.report.data_loss("dtrace.alike", record.line,
                                "the number above this value is read as another recording's, and may be a key before "
                                "an empty stack");
      return;
    }
  }
}

void LoneValues::finish() const {
  for (const auto& [shape, line] : values_) {
    if (!choice_.known().has_stack_behind(shape + static_cast<char>(ColumnKind::quad))) continue;
    sources_.report.data_loss("dtrace.alike", line,
                              "this value may be that of the record above it, whose number is a key before an empty "
                              "stack then, as in other records");
  }
}

}  // namespace profconv::dtrace
