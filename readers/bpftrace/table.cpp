// SPDX-License-Identifier: Apache-2.0
// Collecting rows.
#include "readers/bpftrace/table.h"

#include <algorithm>
#include <string>

namespace profconv::bpftrace {

void Table::clear() {
  rows_.clear();
  bars_.clear();
  lines_.clear();
  is_damaged_ = false;
}

void Table::report(std::uint64_t number, std::string_view what) const {
  input_.context().data_loss("bpftrace.rows", input_.at_line(number), std::string(what));
}

void Table::add(const Row& row, std::uint64_t number) {
  if (!rows_.empty() && row.bucket.low != rows_.back().high) {
    report(number, "this row does not begin where the one before ends: rows may be missing");
  }
  rows_.push_back(row.bucket);
  bars_.push_back(row.bar.value_or(0));
  lines_.push_back(number);
}

bool Table::take(std::string_view line, std::uint64_t number) {
  auto row = parse_row(line);
  if (!row) return false;
  bool is_followed = false;
  while (true) {
    if (row->has_count) add(*row, number);
    if (row->bar && row->rest.empty()) return true;
    is_damaged_ = true;
    const auto next = row->bar ? parse_row(row->rest) : std::nullopt;
    if (!next) break;
    if (!is_followed) report(number, "several rows are on this line: all are used");
    is_followed = true;
    row = next;
  }
  report(number, row->has_count ? "this row is cut or followed by other text; its count is used"
                                : "this row is cut or followed by other text; its count is skipped");
  return true;
}

void Table::check_bars() const {
  const auto is_unknown = [](const Bucket& row) { return row.count.saturated || row.count.value < 0; };
  if (is_damaged_ || rows_.empty() || std::any_of(rows_.begin(), rows_.end(), is_unknown)) return;
  std::int64_t most = 1;
  for (const Bucket& row : rows_) most = std::max(most, row.count.value);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    constexpr double rounding = 1e-3;  // bpftrace computes with 32 bits
    const double columns =
        static_cast<double>(rows_[i].count.value) / static_cast<double>(most) * static_cast<double>(bar_columns);
    const auto bar = static_cast<double>(bars_[i]);
    if (bar <= columns + rounding && bar > columns - 1 - rounding) continue;
    return report(lines_[i],
                  "the bar of this row does not fit its count: digits or the row with the most may be missing");
  }
}

}  // namespace profconv::bpftrace
