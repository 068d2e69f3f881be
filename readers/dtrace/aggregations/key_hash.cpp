// SPDX-License-Identifier: Apache-2.0
// Hashing keys.
#include "readers/dtrace/aggregations/key_hash.h"

#include <cstddef>

#include "core/tables/id_table.h"

namespace profconv::dtrace {

std::uint64_t hash_of_stacks(const Record& record) {
  std::uint64_t hash = hash_bytes(bytes_of(record.frames));
  for (const std::size_t begin : record.stacks) hash = mix(hash, begin);
  return hash;
}

std::uint64_t hash_of_keys(const Record& record, std::uint64_t stacks) {
  std::uint64_t hash = mix(record.columns.size(), record.stacks.size());
  for (const Column& column : record.columns) {
    hash = mix(hash, column.kind == ColumnKind::text ? hash_bytes(record.text_of(column))
                                                     : static_cast<std::uint64_t>(column.number.value));
  }
  return mix(hash, stacks);
}

}  // namespace profconv::dtrace
