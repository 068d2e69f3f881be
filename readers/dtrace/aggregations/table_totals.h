// SPDX-License-Identifier: Apache-2.0
// Whether the tables of a key only grow from print to print, as those do that nothing clears: no bucket that had a
// count is gone, and no total falls. A bucket beyond the ends of a later table is gone without a row that shows a 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "readers/dtrace/text/table.h"

namespace profconv::dtrace {

/// Keeps what the last table of each key was.
class TableTotals {
 public:
  /// False if the table cannot be that of before, grown.
  bool observe(std::uint64_t key_hash, const std::vector<TableRow>& rows);
  /// What comes next is another recording.
  void clear() { tables_.clear(); }

 private:
  struct Table {
    std::int64_t total = 0;
    std::size_t counted = 0;  ///< buckets
    std::int64_t least = 0;   ///< the bound of the first of them
    std::int64_t most = 0;    ///< of the last
  };

  std::unordered_map<std::uint64_t, Table> tables_;
};

}  // namespace profconv::dtrace
