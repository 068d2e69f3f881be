// SPDX-License-Identifier: Apache-2.0
// Comparing two tables of a key.
#include "readers/dtrace/aggregations/table_totals.h"

namespace profconv::dtrace {

bool TableTotals::observe(std::uint64_t key_hash, const std::vector<TableRow>& rows) {
  Table table;
  for (const TableRow& row : rows) {
    if (row.count.value == 0) continue;
    if (table.counted++ == 0) table.least = row.bound;
    table.most = row.bound;
    if (__builtin_add_overflow(table.total, row.count.value, &table.total)) return true;
  }
  const auto [known, is_new] = tables_.try_emplace(key_hash, table);
  const Table before = known->second;
  known->second = table;
  if (is_new || before.counted == 0) return true;
  return table.total >= before.total && table.counted >= before.counted && table.least <= before.least &&
         table.most >= before.most;
}

}  // namespace profconv::dtrace
