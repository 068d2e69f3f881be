// SPDX-License-Identifier: Apache-2.0
// Following the bounds of each function.
#include "readers/dtrace/text/table_gaps.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace profconv::dtrace {

namespace {

using Label = TableRow::Label;

/// Bounds near the ends of 64 bits cannot be subtracted.
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max() / 2;

bool is_near_end(const TableRow& row) { return row.bound > largest || row.bound < -largest; }

bool is_power(std::int64_t bound) {
  const auto size = static_cast<std::uint64_t>(bound < 0 ? -(bound + 1) : bound);
  return bound < 0 ? ((size + 1) & size) == 0 : (size & (size - 1)) == 0;
}

/// Where powers of two have a gap; the number of rows: nowhere.
std::size_t gap_in_powers(std::span<const TableRow> rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].label != Label::value) return i;
    if (i != 0 && (rows[i - 1].bound > largest || next_power(rows[i - 1].bound) != rows[i].bound)) return i;
  }
  return rows.size();
}

/// Whether the row that ends a table at its lower side is followed by another than the bucket that begins there.
bool is_wrong_edge(const TableRow& edge, const TableRow& next) {
  return next.label != Label::value || next.bound != edge.bound;
}

std::size_t gap_in_steps(std::span<const TableRow> rows) {
  if (!rows.empty() && rows.front().label != Label::value && rows.front().label != Label::below) return 0;
  std::int64_t step = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (rows[i].label != Label::value && rows[i].label != Label::at_least) return i;
    if (rows[i - 1].label == Label::below) {
      if (is_wrong_edge(rows[i - 1], rows[i])) return i;
      continue;
    }
    const std::int64_t distance = rows[i].bound - rows[i - 1].bound;
    if (distance <= 0 || (step != 0 && distance != step)) return i;
    step = distance;
  }
  return rows.size();
}

bool is_power_of(std::int64_t bound, std::int64_t factor) {
  while (bound > 1 && bound % factor == 0) bound /= factor;
  return bound == 1;
}

/// Whether llquantize() goes on with another step at a bound. A step of 1 can be one that rounding cut.
bool may_change_step(std::int64_t bound, std::int64_t step, std::int64_t next_step) {
  if (step == 1) return next_step > 1 && next_step <= bound && bound % next_step == 0;
  const std::int64_t factor = next_step / step;
  return next_step % step == 0 && factor > 1 && is_power_of(bound, factor);
}

/// Where positive bounds, from zero on, have a gap; their number: nowhere.
std::size_t gap_in_decades(const std::vector<std::int64_t>& bounds) {
  std::int64_t step = 0;
  for (std::size_t i = 1; i < bounds.size(); ++i) {
    const std::int64_t distance = bounds[i] - bounds[i - 1];
    if (bounds[i - 1] <= 0 || distance <= 0) return i;
    if (step != 0 && distance != step && !may_change_step(bounds[i - 1], step, distance)) return i;
    step = distance;
  }
  return bounds.size();
}

/// The same of a table. Its negative bounds are the positive ones mirrored. Between them DTrace prints `abs() < 1`, or
/// 0.
std::size_t gap_in_log_linear(std::span<const TableRow> rows) {
  const auto is_negative = [](const TableRow& row) {
    return row.label == Label::at_most || (row.label == Label::value && row.bound < 0);
  };
  const auto middle = std::find_if_not(rows.begin(), rows.end(), is_negative);
  std::vector<std::int64_t> below;
  for (auto row = middle; row != rows.begin();) below.push_back(-(--row)->bound);
  if (const std::size_t gap = gap_in_decades(below); gap < below.size()) return below.size() - gap;
  std::vector<std::int64_t> above;
  auto row = middle;
  const bool has_edge = row != rows.end() && (row->label == Label::near_zero || row->label == Label::below);
  const bool has_zero = row != rows.end() && row->label == Label::value && row->bound == 0;
  if (has_edge || has_zero) ++row;
  for (; row != rows.end(); ++row) above.push_back(row->bound);
  const std::size_t first = rows.size() - above.size();
  if (has_edge && !above.empty() && is_wrong_edge(rows[first - 1], rows[first])) return first;
  if (has_edge && !below.empty() && below.front() != rows[first - 1].bound) return first - 1;
  if (has_zero && !above.empty() && above.front() != 1 && is_power(above.front())) return first;
  return first + gap_in_decades(above);
}

/// Where lquantize() or llquantize() has a gap; the number of rows: one of them has none.
std::size_t gap_in_others(std::span<const TableRow> rows) {
  const std::size_t steps = gap_in_steps(rows);
  const std::size_t log_linear = gap_in_log_linear(rows);
  if (steps == rows.size() || log_linear == rows.size()) return rows.size();
  // Equal steps on both sides of a single gap are those of lquantize().
  const auto rest = rows.subspan(steps);
  return gap_in_steps(rest) == rest.size() ? steps : std::max(steps, log_linear);
}

}  // namespace

std::optional<std::size_t> row_below_gap(std::span<const TableRow> rows) {
  const auto is_of_powers = [](const TableRow& row) { return row.label == Label::value && is_power(row.bound); };
  const std::size_t powers = gap_in_powers(rows);
  std::size_t gap = powers;
  const bool has_first = !rows.empty() && (rows.front().count.value == 0 || rows.front().label != Label::value);
  if (!rows.empty() && !has_first && !is_near_end(rows.front())) return 0;
  if (std::none_of(rows.begin(), rows.end(), is_near_end)) {
    const std::size_t others = gap_in_others(rows);
    // A table of quantize() that begins as one of the others is named where its powers have the gap.
    constexpr std::size_t few = 4;
    const bool is_quantize =
        rows.size() >= few && others < rows.size() && std::all_of(rows.begin(), rows.end(), is_of_powers);
    if (!is_quantize) gap = std::max(gap, others);
  }
  return gap < rows.size() ? std::optional(gap) : std::nullopt;
}

bool lacks_end(std::span<const TableRow> rows) {
  if (rows.empty() || rows.back().count.value == 0) return false;
  return rows.back().label != Label::at_least && !is_near_end(rows.back());
}

/// libdtrace rounds 40 * count / total to the length of a bar.
bool lacks_counts(std::span<const TableRow> rows) {
  constexpr double longest = 40;
  double sum = 0;
  const TableRow* most = nullptr;
  for (const TableRow& row : rows) {
    if (row.count.value < 0) return false;
    sum += static_cast<double>(row.count.value);
    if (most == nullptr || row.count.value > most->count.value) most = &row;
  }
  if (most == nullptr || most->bar == 0) return false;
  return longest * static_cast<double>(most->count.value) / (most->bar + 0.5) > sum;
}

std::optional<std::size_t> row_with_cut_count(std::span<const TableRow> rows) {
  constexpr std::size_t bar_width = 42;
  constexpr std::size_t count_width = 9;
  std::size_t width = 0;
  for (const TableRow& row : rows) width = std::max(width, row.width);
  if (width <= bar_width || width >= bar_width + count_width) return std::nullopt;
  const auto is_filled = [&](const TableRow& row) { return row.width == width && row.is_filled; };
  if (std::none_of(rows.begin(), rows.end(), is_filled)) return std::nullopt;
  const auto cut =
      std::find_if(rows.begin(), rows.end(), [&](const TableRow& row) { return row.width == width && !row.is_filled; });
  return cut == rows.end() ? std::nullopt : std::optional(static_cast<std::size_t>(cut - rows.begin()));
}

}  // namespace profconv::dtrace
