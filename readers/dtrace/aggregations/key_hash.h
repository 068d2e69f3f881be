// SPDX-License-Identifier: Apache-2.0
// Comparing the keys of records.
#pragma once

#include <cstdint>

#include "readers/dtrace/forms/record.h"

namespace profconv::dtrace {

/// A hash of all keys of a record, of its stacks line by line.
[[nodiscard]] std::uint64_t hash_of_keys(const Record& record);

}  // namespace profconv::dtrace
