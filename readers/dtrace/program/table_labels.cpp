// SPDX-License-Identifier: Apache-2.0
// Arguments to labels. As dt_print_lquantize() and dt_print_llquantize() of libdtrace compute them.
#include "readers/dtrace/program/table_labels.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

namespace profconv::dtrace {

namespace {

using Label = TableRow::Label;

/// The arguments after the value; empty if one of them is not an integer.
std::vector<std::int64_t> numbers_of(const DAggregation& aggregation) {
  std::vector<std::int64_t> numbers;
  for (std::size_t i = 1; i < aggregation.arguments.size(); ++i) {
    const auto number = parse_number(aggregation.arguments[i]);
    if (!number || number->saturated) return {};
    numbers.push_back(number->value);
  }
  return numbers;
}

/// Steps of one size from a base up to a limit.
class LinearLabels {
 public:
  LinearLabels(std::int64_t base, std::int64_t limit, std::int64_t step)
      : base_(base), step_(step), end_(base + (limit - base) / step * step) {}

  [[nodiscard]] bool has(const TableRow& row) const {
    if (row.label == Label::below) return row.bound == base_;
    if (row.label == Label::at_least) return row.bound == end_;
    return row.label == Label::value && row.bound >= base_ && row.bound < end_ && (row.bound - base_) % step_ == 0;
  }

 private:
  std::int64_t base_;
  std::int64_t step_;
  std::int64_t end_;
};

/// Steps that grow with each power of a factor.
class PowerLabels {
 public:
  PowerLabels(std::int64_t factor, std::int64_t first, std::int64_t end, std::int64_t steps)
      : factor_(factor), first_(first), end_(end), steps_(steps) {}

  [[nodiscard]] bool has(const TableRow& row) const {
    // The least integer has no opposite, and is no label either.
    const std::int64_t size = std::abs(std::max(row.bound, -std::numeric_limits<std::int64_t>::max()));
    switch (row.label) {
      case Label::below:
      case Label::near_zero:
        return size == first_;
      case Label::at_most:
      case Label::at_least:
        return size == end_;
      case Label::value:
        break;
    }
    if (size == 0) return first_ <= 1;
    if (size < first_ || size >= end_) return false;
    std::int64_t next = first_ * factor_;
    while (next <= size) next *= factor_;
    return size % std::max<std::int64_t>(next / steps_, 1) == 0;
  }

 private:
  std::int64_t factor_;
  std::int64_t first_;
  std::int64_t end_;
  std::int64_t steps_;
};

std::optional<LinearLabels> linear_labels(const std::vector<std::int64_t>& numbers) {
  if (numbers.size() < 2 || numbers[0] >= numbers[1]) return std::nullopt;
  const std::int64_t step = numbers.size() > 2 ? numbers[2] : 1;
  // DTrace takes 32 bits for the ends.
  constexpr std::int64_t most = std::int64_t{1} << 32;
  if (step < 1 || numbers[0] < -most || numbers[1] > most) return std::nullopt;
  return LinearLabels(numbers[0], numbers[1], step);
}

std::optional<PowerLabels> power_labels(const std::vector<std::int64_t>& numbers) {
  if (numbers.size() < 4) return std::nullopt;
  const std::int64_t factor = numbers[0];
  const std::int64_t low = numbers[1];
  const std::int64_t high = numbers[2];
  constexpr std::int64_t most_powers = 62;
  if (factor < 2 || low < 0 || high < low || high > most_powers || numbers[3] < 1) return std::nullopt;
  std::int64_t first = 1;
  std::int64_t end = 1;
  for (std::int64_t power = 0; power <= high; ++power) {
    if (power == low) first = end;
    if (__builtin_mul_overflow(end, factor, &end)) return std::nullopt;
  }
  return PowerLabels(factor, first, end, numbers[3]);
}

template <typename Labels>
bool have_all(const std::optional<Labels>& labels, std::span<const TableRow> rows) {
  return !labels || std::all_of(rows.begin(), rows.end(), [&](const TableRow& row) { return labels->has(row); });
}

}  // namespace

bool can_print(const DAggregation& aggregation, std::span<const TableRow> rows) {
  if (aggregation.function == "lquantize") return have_all(linear_labels(numbers_of(aggregation)), rows);
  if (aggregation.function == "llquantize") return have_all(power_labels(numbers_of(aggregation)), rows);
  return true;
}

}  // namespace profconv::dtrace
