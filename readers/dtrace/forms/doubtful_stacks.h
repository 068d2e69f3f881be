// SPDX-License-Identifier: Apache-2.0
// Empty stacks that may be none: an empty line before a record is one, or begins the print of an aggregation with fewer
// keys. The record after it tells, or the D program.
//
//               a.out`work+0x1f
//                 7
//                                     an empty stack of the same print, or the line before the print of @total
//                 9
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/forms/record_sink.h"
#include "readers/dtrace/program/expected_prints.h"
#include "readers/dtrace/text/report.h"

namespace profconv::dtrace {

/// Holds such records until the next one is known.
class DoubtfulStacks final : public RecordSink {
 public:
  /// All must outlive this.
  DoubtfulStacks(RecordSink& sink, const ExpectedPrints& prints, Report& report)
      : sink_(sink), prints_(prints), report_(report) {}

  void add(const Record& record) override;
  /// No more follows.
  void settle();

 private:
  /// Without a D program: what the print has had.
  struct Print {
    std::string shape;
    std::size_t whole = 0;   ///< records that begin with no empty stack
    std::size_t empty = 0;   ///< those that do
    std::uint64_t last = 0;  ///< the line of the last record, if it does
  };

  void watch(const Record& record);
  void end_print();
  void decide(const Record* next);

  RecordSink& sink_;
  const ExpectedPrints& prints_;
  Report& report_;
  Record held_;
  bool holds_ = false;
  Print print_;
};

}  // namespace profconv::dtrace
