// SPDX-License-Identifier: Apache-2.0
// The records of a print from the first one on that may be of another aggregation, until all of them tell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "profconv/profile.h"
#include "readers/dtrace/aggregations/run_split.h"
#include "readers/dtrace/forms/record.h"

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
  /// Another print begins.
  void begin(const RunRules& rules);
  /// A record of the print that is not held.
  void pass(const Record& record, std::uint64_t key_hash);
  /// Whether a record has to wait; `is_known`: the print had its keys before.
  [[nodiscard]] bool must_hold(const Record& record, bool is_known) const {
    return rules_.most != 1 && (!held_.empty() || is_known || breaks_order(record));
  }
  void hold(HeldRecord record, bool is_known);
  [[nodiscard]] bool holds() const { return !held_.empty(); }
  /// Whether the record leaves the order in which the print most likely is.
  [[nodiscard]] bool breaks_order(const Record& record) const;
  /// Whether so many records wait that those should go on.
  [[nodiscard]] bool is_long() const;

  /// Where in what is held further aggregations begin.
  [[nodiscard]] RunSplit split() const;
  /// Gives what is held; the print goes on.
  [[nodiscard]] std::vector<HeldRecord> take();

 private:
  [[nodiscard]] std::uint8_t broken_by(const Record& record) const;
  void keep(const Record& record, std::uint64_t key_hash);

  RunRules rules_;
  std::size_t before_ = 0;
  std::size_t breaks_ = 0;
  std::uint8_t broken_ = 0;  ///< the orders that records which were not held leave
  std::int64_t last_value_ = 0;
  std::uint64_t last_hash_ = 0;
  std::vector<Column> last_columns_;
  std::string last_text_;
  std::vector<HeldRecord> held_;
  std::vector<RunEntry> entries_;
};

}  // namespace profconv::dtrace
