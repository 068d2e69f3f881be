// SPDX-License-Identifier: Apache-2.0
// Comparing the keys of records.
#pragma once

#include <cstdint>

#include "readers/dtrace/forms/record.h"

namespace profconv::dtrace {

/// A hash of the stacks of a record, line by line.
[[nodiscard]] std::uint64_t hash_of_stacks(const Record& record);
/// A hash of all keys of a record, given that of its stacks.
[[nodiscard]] std::uint64_t hash_of_keys(const Record& record, std::uint64_t stacks);

}  // namespace profconv::dtrace
