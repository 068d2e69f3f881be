// SPDX-License-Identifier: Apache-2.0
// Moving numbers from keys to values.
#include "readers/dtrace/aggregations/record_numbers.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace profconv::dtrace {

namespace {

/// Whether the last keys of a record are numbers, as many as stand before the last of `numbers` values.
bool can_take_numbers(const Record& record, std::size_t numbers) {
  const std::size_t keys = numbers - (record.is_table ? 0 : 1);
  if (keys > record.shape.size()) return false;
  const std::string_view last = std::string_view(record.shape).substr(record.shape.size() - keys);
  return std::all_of(last.begin(), last.end(), is_number_letter);
}

}  // namespace

std::size_t RecordNumbers::values_of(const Record& record, std::size_t described) {
  if (record.format != 0 || !descriptions_.know_several()) return 0;
  const auto [known, is_new] = known_.try_emplace({record.shape, record.is_table});
  if (is_new) {
    const std::size_t numbers = descriptions_.numbers_in(record, described);
    if (numbers != 0 && can_take_numbers(record, numbers)) known->second = numbers;
  }
  return known->second;
}

void RecordNumbers::take_values(Record& record, std::size_t numbers) {
  const std::size_t keys = numbers - (record.is_table ? 0 : 1);
  const auto first = record.columns.end() - static_cast<std::ptrdiff_t>(keys);
  std::vector<Number> values;
  for (auto column = first; column != record.columns.end(); ++column) values.push_back(column->number);
  record.columns.erase(first, record.columns.end());
  record.shape.resize(record.shape.size() - keys);
  if (!record.is_table) values.push_back(record.value);
  values.insert(values.end(), record.values.begin(), record.values.end());
  record.values = std::move(values);
  record.value = record.values.front();
}

Record without_table(const Record& record) {
  Record numbers = record;
  numbers.is_table = false;
  numbers.rows.clear();
  numbers.value = numbers.values.front();
  if (numbers.values.size() == 1) numbers.values.clear();
  return numbers;
}

}  // namespace profconv::dtrace
