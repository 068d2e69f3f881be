// SPDX-License-Identifier: Apache-2.0
// Adding what was dropped.
#include "readers/dtrace/aggregations/truncated_sums.h"

#include <algorithm>
#include <utility>

#include "readers/dtrace/aggregations/exact_sums.h"

namespace profconv::dtrace {

void TruncatedSums::end_print(const ProfileBuilder& profile, const std::vector<std::size_t>& rows) {
  columns_.resize(profile.value_types().size(), Column(truncation_));
  for (std::size_t type = 0; type < columns_.size(); ++type) {
    if (!adds(profile, type)) continue;
    Column& column = columns_[type];
    const auto values = profile.values(type);
    for (auto* const each : {&column.before, &column.last, &column.recorded}) each->resize(values.size());
    std::vector<RowValue> print;
    for (const std::size_t row : rows) {
      const std::int64_t added = minus(values[row], std::exchange(column.before[row], values[row]));
      const std::int64_t last = std::exchange(column.last[row], added);
      if (last != 0 && added != 0 && column.rows.is_dropped(row, added))
        column.recorded[row] = plus(column.recorded[row], last);
      if (added != 0) print.push_back({row, added});
    }
    column.rows.end_print(std::move(print), records_);
  }
  records_ = 0;
}

void TruncatedSums::put(ProfileBuilder& profile) {
  for (std::size_t type = 0; type < columns_.size(); ++type) {
    if (!adds(profile, type)) continue;
    Column& column = columns_[type];
    for (std::size_t row = 0; row < column.last.size(); ++row) {
      column.recorded[row] = plus(column.recorded[row], std::exchange(column.last[row], 0));
    }
    profile.set_values(type, column.recorded);
  }
}

void TruncatedSums::begin_recording(ProfileBuilder& profile) {
  put(profile);
  for (Column& column : columns_) {
    column.before = column.recorded;
    column.rows = TruncatedRows(truncation_);
  }
  records_ = 0;
}

bool TruncatedSums::may_have_dropped() const {
  return std::any_of(columns_.begin(), columns_.end(), [](const Column& each) { return each.rows.is_doubtful(); });
}

bool TruncatedSums::lacks_kept() const {
  return std::any_of(columns_.begin(), columns_.end(), [](const Column& each) { return each.rows.is_inconsistent(); });
}

}  // namespace profconv::dtrace
