// SPDX-License-Identifier: Apache-2.0
// Comparing values and keys.
#include "readers/dtrace/aggregations/record_order.h"

#include "readers/dtrace/aggregations/print_order.h"

namespace profconv::dtrace {

namespace {

/// Compares the keys before the first stack, which is sorted by addresses that may not be printed.
bool has_lower_keys(const std::vector<Column>& last_columns, std::string_view last_text, const Record& record) {
  for (std::size_t i = 0; i < record.columns.size() && i < last_columns.size(); ++i) {
    if (record.shape[i] == stack_letter) return false;
    const Column& column = record.columns[i];
    const Column& last = last_columns[i];
    if (column.kind != ColumnKind::text) {
      if (column.number.value != last.number.value) return sort_key(column.number) < sort_key(last.number);
      continue;
    }
    const int order = record.text_of(column).compare(last_text.substr(last.begin, last.length));
    if (order != 0) return order < 0;
  }
  return false;
}

}  // namespace

std::uint8_t broken_orders(std::int64_t last_value, const std::vector<Column>& last_columns, std::string_view last_text,
                           const Record& record) {
  const std::int64_t value = sort_value(record);
  unsigned broken = value < last_value ? unsigned{rising_values} : 0U;
  if (value > last_value) broken |= falling_values;
  if (has_lower_keys(last_columns, last_text, record)) broken |= rising_keys;
  return static_cast<std::uint8_t>(broken);
}

}  // namespace profconv::dtrace
