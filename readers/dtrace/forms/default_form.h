// SPDX-License-Identifier: Apache-2.0
// Lines that a D program prints in default form among the records of its printa() formats. A format without words fits
// a table of default form as well:
//
//                 a.out`main+0x2                       of @[ustack()] = quantize(...), printed by dtrace as it ends
//
//              value  ------------- Distribution ------------- count    and not of printa("%@d\n", @other)
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/program/expected_prints.h"
#include "readers/dtrace/text/columns.h"

namespace profconv::dtrace {

/// Remembers the last line that no format took.
class DefaultForm {
 public:
  /// `prints` must outlive this.
  explicit DefaultForm(const ExpectedPrints& prints) : prints_(prints) {}

  /// Whether the line is keys, or keys and a value, that the D program prints in default form, or the value of a stack.
  [[nodiscard]] bool is_record(std::string_view line) const;
  /// Whether the line belongs to keys or a stack of default form right above it: a table, or the empty line before one.
  [[nodiscard]] bool takes(std::string_view line) const;
  /// Whether a record that fits a format is a table of default form: it has buckets that the format's aggregations
  /// lack.
  [[nodiscard]] bool is_table(const Record& record) const {
    return record.is_table && prints_.has_default_form() && prints_.has_other_buckets(record);
  }
  /// The next line; `in_table`: it is one of a table.
  void pass(std::string_view line, bool in_table);
  /// A record of a format follows.
  void end() {
    above_ = Above::other;
    is_below_frame_ = false;
  }

 private:
  [[nodiscard]] bool is_record(const std::vector<Column>& columns) const;

  enum class Above : std::uint8_t { other, keys, frame, empty_below_frame };

  const ExpectedPrints& prints_;
  Above above_ = Above::other;
  bool is_below_frame_ = false;
};

}  // namespace profconv::dtrace
