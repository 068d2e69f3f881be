// SPDX-License-Identifier: Apache-2.0
// Stacks that appear again within a print. DTrace keeps those of a program's threads apart and prints them alike. The
// same stacks of another aggregation look like that, too, but each aggregation has a stack once and, sorted by value,
// begins with its smallest values:
//
//   f 1, g 1, f 1, h 2, f 2, g 3, f 3         four f: of one aggregation, or of four whose values never fall
#pragma once

#include <cstdint>

#include "core/tables/id_table.h"
#include "readers/dtrace/text/key_set.h"

namespace profconv::dtrace {

/// Counts of how many aggregations the records of a print would be if none of them had a stack twice.
class LookAlikes {
 public:
  /// The next record of the print.
  void observe(std::uint64_t key_hash) {
    if (are_of_one()) return;
    if (in_runs_.contains(mix(runs_, key_hash))) ++runs_;
    in_runs_.insert(mix(runs_, key_hash));
  }
  /// Whether that is more than a program prints one behind the other, with values that never fall.
  [[nodiscard]] bool are_of_one() const { return runs_ == most_runs; }

 private:
  static constexpr std::uint64_t most_runs = 8;

  KeySet in_runs_;  ///< records by their runs
  std::uint64_t runs_ = 1;
};

}  // namespace profconv::dtrace
