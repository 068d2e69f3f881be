// SPDX-License-Identifier: Apache-2.0
// Ranking the values of a print.
#include "readers/dtrace/aggregations/truncated_rows.h"

#include <algorithm>
#include <iterator>

namespace profconv::dtrace {

void TruncatedRows::end_print(std::span<const std::int64_t> values, std::size_t records) {
  std::vector<std::int64_t> ranked;
  std::copy_if(values.begin(), values.end(), std::back_inserter(ranked), [](std::int64_t value) { return value != 0; });
  if (ranked.size() == records) is_inconsistent_ = is_inconsistent_ || lacks_kept(values);
  last_.assign(values.begin(), values.end());
  has_ranks_ = ranked.size() == records && truncation_.count != 0;
  if (!has_ranks_ || truncation_.is_before_print) return;
  const bool keeps_smallest = truncation_.count < 0;
  std::sort(ranked.begin(), ranked.end());
  if (!keeps_smallest) std::reverse(ranked.begin(), ranked.end());
  const auto count = static_cast<std::uint64_t>(truncation_.count);
  const std::size_t kept = std::min<std::size_t>(ranked.size(), keeps_smallest ? 0 - count : count);
  bound_ = kept == 0 ? 0 : ranked[kept - 1];
  keeps_all_of_bound_ = kept == ranked.size() || ranked[kept] != bound_;
}

/// Whether a row that was left after the last print is not in this one.
bool TruncatedRows::lacks_kept(std::span<const std::int64_t> values) const {
  if (truncation_.is_before_print) return false;
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (values[row] == 0 && fate_of(row) == Fate::kept) return true;
  }
  return false;
}

TruncatedRows::Fate TruncatedRows::fate_of(std::size_t row) const {
  const std::int64_t last = row < last_.size() ? last_[row] : 0;
  if (last == 0) return Fate::dropped;
  if (!has_ranks_) return Fate::unknown;
  if (truncation_.is_before_print) return Fate::kept;
  if (last == bound_) return keeps_all_of_bound_ ? Fate::kept : Fate::unknown;
  return (last < bound_) == (truncation_.count < 0) ? Fate::kept : Fate::dropped;
}

bool TruncatedRows::is_dropped(std::size_t row, std::int64_t value) {
  const Fate fate = fate_of(row);
  if (fate != Fate::unknown) return fate == Fate::dropped;
  if (value < last_[row]) return true;
  is_doubtful_ = true;
  return false;
}

}  // namespace profconv::dtrace
