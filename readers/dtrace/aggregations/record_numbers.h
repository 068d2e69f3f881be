// SPDX-License-Identifier: Apache-2.0
// Values that one printa() prints together: in default form all but the last look like keys.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/program/description.h"

namespace profconv::dtrace {

/// Tells how many numbers after the keys are values, from the D program or the options.
class RecordNumbers {
 public:
  explicit RecordNumbers(const Descriptions& descriptions) : descriptions_(descriptions) {}

  /// How many of a record's last keys are values, with its own; 0: its own only. The first record of a shape decides
  /// for all. `described`: how many aggregations have a description.
  [[nodiscard]] std::size_t values_of(const Record& record, std::size_t described);
  /// Makes values of the last keys of a record.
  static void take_values(Record& record, std::size_t numbers);

 private:
  const Descriptions& descriptions_;
  std::map<std::pair<std::string, bool>, std::size_t> known_;  ///< by shape and whether a table follows
};

/// The numbers of a record that has a table as well.
[[nodiscard]] Record without_table(const Record& record);

}  // namespace profconv::dtrace
