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
    column.rows.begin_recording();
  }
  records_ = 0;
}

void TruncatedSums::report(Report& report, std::uint64_t line) const {
  const auto any = [&](auto has) {
    return std::any_of(columns_.begin(), columns_.end(), [&](const Column& each) { return (each.rows.*has)(); });
  };
  if (any(&TruncatedRows::is_doubtful)) {
    report.data_loss("dtrace.printed_again", line,
                     "keys that trunc() may have dropped are printed again: read as kept unless their values "
                     "fell; clear() or print them once");
  }
  if (any(&TruncatedRows::has_fallen)) {
    report.data_loss("dtrace.printed_again", line,
                     "the value of a key that trunc() keeps falls: split the file if another recording begins there");
  }
  if (any(&TruncatedRows::is_inconsistent)) {
    report.data_loss("dtrace.printed_again", line,
                     "a key that trunc() keeps is missing from the next print: prints may begin at the wrong line; "
                     "printf() a line before each");
  }
}

}  // namespace profconv::dtrace
