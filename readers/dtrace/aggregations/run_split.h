// SPDX-License-Identifier: Apache-2.0
// Where, within one print, another aggregation begins. DTrace prints the aggregations that are left at its end one
// after the other with nothing between; each is sorted, and has each key once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace profconv::dtrace {

/// A record of the print, reduced to what tells runs apart.
struct RunEntry {
  std::uint64_t key_hash = 0;
  bool breaks_order = false;  ///< its value leaves the order of the records before it
  bool is_known = false;      ///< its keys are among those of the print's first records
};

/// What is known of the print.
struct RunRules {
  std::size_t most = 0;  ///< aggregations that it can hold; 0: not known
  bool is_sorted_by_value = true;
};

/// Splits a print whose first `before` records are of one run, with different keys, and go on with `entries`. Returns
/// the index of the first entry of each further run; none where all are one aggregation, even if some keys look alike.
[[nodiscard]] std::vector<std::size_t> split_runs(std::size_t before, std::span<const RunEntry> entries,
                                                  const RunRules& rules);

/// Entries with keys that an earlier record of the print has.
struct Repeats {
  std::size_t count = 0;
  std::size_t first = 0;  ///< index of the first
};

[[nodiscard]] Repeats repeats_in(std::span<const RunEntry> entries);

}  // namespace profconv::dtrace
