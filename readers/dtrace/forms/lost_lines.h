// SPDX-License-Identifier: Apache-2.0
// Records that lost a line. Without the empty line that a stack begins with, the value above looks like a key:
//
//               a.out`main+0x1f
//                3                   the value of this stack, or a key between two stacks?
//               a.out`main+0x2c
//                5
//
// One such record is like no other, so its shape is compared with those before and after it. What is surely two records
// is split; what cannot be told is reported. Either way the line is named.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/forms/record_sink.h"
#include "readers/dtrace/program/expected_prints.h"
#include "readers/dtrace/text/report.h"

namespace profconv::dtrace {

/// Hands records on in their order, those that lost an empty line as the records they were.
class LostLines final : public RecordSink {
 public:
  LostLines(RecordSink& sink, const ExpectedPrints& prints, Report& report)
      : sink_(sink), prints_(prints), report_(report) {}

  void add(const Record& record) override;
  /// Hands on what is held until its neighbours are known.
  void settle() { judge(nullptr); }

 private:
  /// What is remembered of a record that was handed on.
  struct Neighbour {
    bool present = false;
    bool is_table = false;
    bool starts_print = false;  ///< an empty line before it may be an empty stack of its own
    std::string shape;
    std::int64_t value = 0;
    std::size_t numbers = 0;  ///< below a table

    [[nodiscard]] bool has_form_of(const Record& record) const {
      return present && shape == record.shape && is_table == record.is_table;
    }
  };
  enum class Finding : std::uint8_t { none, doubtful, certain };

  void add_next(const Record& record);
  void compare_numbers(const Record& record);
  void pass(const Record& record);
  void release();
  void judge(const Record* next);
  [[nodiscard]] Finding glued_at(std::size_t value, const Record* next) const;
  [[nodiscard]] Finding doubt(std::size_t value, bool is_known) const;
  [[nodiscard]] bool is_last_of_print(std::size_t value) const;
  [[nodiscard]] bool is_expected(std::string_view shape) const;
  [[nodiscard]] bool has_value_above_table() const;
  [[nodiscard]] bool is_odd_one_out(const Record* next) const;
  [[nodiscard]] bool may_lack_stacks(const Record& next) const;
  [[nodiscard]] bool rises_or_falls(std::size_t value, bool with_before, const Record* next) const;
  void split_held(std::size_t value);
  bool part_from_action(const Record& next);
  void report_split(std::uint64_t line);

  RecordSink& sink_;
  const ExpectedPrints& prints_;
  Report& report_;
  Neighbour before_;          ///< the record handed on last, if what is held goes on with its print
  std::vector<Record> held_;  ///< of one shape, which differs from that of the record before
  bool any_empty_line_ = false;
};

}  // namespace profconv::dtrace
