// SPDX-License-Identifier: Apache-2.0
// The records of a print from the first one on that may be of another aggregation, until all of them tell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profconv/profile.h"
#include "readers/dtrace/aggregations/run_split.h"
#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/program/expected_prints.h"

namespace profconv::dtrace {

/// A record that waits, with what was made of it.
struct HeldRecord {
  Record record;
  StackId stack;
  std::uint64_t key_hash = 0;
};

/// Watches one print of one shape.
class PrintRuns {
 public:
  /// Another print begins, or what was held has been taken.
  void begin(const RunRules& rules, SortOrder order);
  /// A record of the print that is not held.
  void pass(std::int64_t value);
  /// Whether a record has to wait; `is_known`: the print had its keys before.
  [[nodiscard]] bool must_hold(std::int64_t value, bool is_known) const {
    return rules_.most != 1 && (!held_.empty() || is_known || breaks_order(value));
  }
  void hold(HeldRecord record, std::int64_t value, bool is_known);
  [[nodiscard]] bool holds() const { return !held_.empty(); }
  [[nodiscard]] bool breaks_order(std::int64_t value) const;
  /// Whether so many records wait that those should go on.
  [[nodiscard]] bool is_long() const;

  /// Where in what is held further aggregations begin.
  [[nodiscard]] std::vector<std::size_t> starts() const { return split_runs(before_, entries_, rules_); }
  /// The records that wait and have keys that came before.
  [[nodiscard]] Repeats repeats() const { return repeats_in(entries_); }
  /// Gives what is held; the print goes on.
  [[nodiscard]] std::vector<HeldRecord> take();

 private:
  RunRules rules_;
  SortOrder order_ = SortOrder::rising;
  std::size_t before_ = 0;
  std::size_t breaks_ = 0;
  std::int64_t last_value_ = 0;
  std::vector<HeldRecord> held_;
  std::vector<RunEntry> entries_;
};

}  // namespace profconv::dtrace
