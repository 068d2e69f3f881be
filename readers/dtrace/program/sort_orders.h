// SPDX-License-Identifier: Apache-2.0
// The order of the records of a print, which options such as aggsortkey decide.
#pragma once

#include <cstdint>

namespace profconv::dtrace {

/// Orders in which DTrace can print an aggregation, as bits.
enum SortOrders : std::uint8_t { rising_values = 1, falling_values = 2, rising_keys = 4, any_order = 7 };

}  // namespace profconv::dtrace
