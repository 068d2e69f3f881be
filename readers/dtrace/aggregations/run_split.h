// SPDX-License-Identifier: Apache-2.0
// Where, within one print, another aggregation begins. DTrace prints the aggregations that are left at its end one
// after the other with nothing between; each is sorted, and has each key once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "readers/dtrace/program/sort_orders.h"

namespace profconv::dtrace {

/// A record of the print, reduced to what tells runs apart.
struct RunEntry {
  std::uint64_t key_hash = 0;
  std::uint8_t broken = 0;    ///< the orders that it leaves, compared with the record before it
  bool repeats_last = false;  ///< its keys are those of the record before it
  bool is_known = false;      ///< its keys are among those of the print's first records
};

/// What is known of the print.
struct RunRules {
  std::size_t most = 0;             ///< aggregations that it can hold; 0: not known
  std::uint8_t orders = any_order;  ///< those in which it can be sorted
  /// A number for each aggregation: those of one have the same keys. Empty: not known.
  std::vector<std::size_t> groups;
};

/// Where a print is split.
struct RunSplit {
  std::vector<std::size_t> starts;  ///< the index of the first entry of each further run
  bool is_certain = true;           ///< false: some records before a start may be of the run that begins there
};

/// Splits a print whose first `before` records are of one run, with different keys, and go on with `entries`. There are
/// no starts where all are one aggregation, even if some keys look alike.
[[nodiscard]] RunSplit split_runs(std::size_t before, std::span<const RunEntry> entries, const RunRules& rules);

}  // namespace profconv::dtrace
