// SPDX-License-Identifier: Apache-2.0
// Whether two records that follow one another are in an order of DTrace's.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/program/sort_orders.h"

namespace profconv::dtrace {

/// The SortOrders that a record leaves, compared with the value and the scalar keys of the record before it.
[[nodiscard]] std::uint8_t broken_orders(std::int64_t last_value, const std::vector<Column>& last_columns,
                                         std::string_view last_text, const Record& record);
/// Of the orders that are possible, those that count: rising values, unless they are not.
[[nodiscard]] inline unsigned likely_order(unsigned orders) {
  return (orders & rising_values) != 0 ? unsigned{rising_values} : orders;
}

}  // namespace profconv::dtrace
