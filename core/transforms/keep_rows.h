// SPDX-License-Identifier: Apache-2.0
// Samples without some of their rows.
#pragma once

#include <cstddef>
#include <vector>

#include "profconv/profile.h"

namespace profconv {

/// Keeps the rows that are marked in `kept`, one mark for each. `thread_count` is the size of the dictionary's table.
void keep_rows(Samples& samples, const std::vector<bool>& kept, std::size_t thread_count);

}  // namespace profconv
