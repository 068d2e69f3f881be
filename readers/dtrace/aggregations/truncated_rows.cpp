// SPDX-License-Identifier: Apache-2.0
// Ranking the values of a print.
#include "readers/dtrace/aggregations/truncated_rows.h"

#include <algorithm>
#include <utility>

namespace profconv::dtrace {

void TruncatedRows::end_print(std::vector<RowValue> print, std::size_t records) {
  const bool has_ranks = print.size() == records;
  if (has_ranks) is_inconsistent_ = is_inconsistent_ || lacks_kept(print);
  std::vector<std::int64_t> ranked;
  ranked.reserve(print.size());
  for (const RowValue& each : print) ranked.push_back(each.value);
  keep(std::move(print));
  has_ranks_ = has_ranks && truncation_.count != 0;
  if (!has_ranks_ || truncation_.is_before_print) return;
  const bool keeps_smallest = truncation_.count < 0;
  std::sort(ranked.begin(), ranked.end());
  if (!keeps_smallest) std::reverse(ranked.begin(), ranked.end());
  const auto count = static_cast<std::uint64_t>(truncation_.count);
  const std::size_t kept = std::min<std::size_t>(ranked.size(), keeps_smallest ? 0 - count : count);
  bound_ = kept == 0 ? 0 : ranked[kept - 1];
  keeps_all_of_bound_ = kept == ranked.size() || ranked[kept] != bound_;
}

void TruncatedRows::begin_recording() {
  keep({});
  has_ranks_ = false;
  bound_ = 0;
  keeps_all_of_bound_ = true;
}

void TruncatedRows::keep(std::vector<RowValue> print) {
  for (const RowValue& each : print_) last_[each.row] = 0;
  print_ = std::move(print);
  for (const RowValue& each : print_) {
    if (each.row >= last_.size()) last_.resize(each.row + 1);
    last_[each.row] = each.value;
  }
}

/// Whether a row that was left after the last print is not in this one.
bool TruncatedRows::lacks_kept(const std::vector<RowValue>& print) const {
  if (truncation_.is_before_print) return false;
  const auto is_kept = [&](const RowValue& each) { return fate_of(each.row) == Fate::kept; };
  // What a print has of the rows that were kept is all of them, if as many.
  return std::count_if(print.begin(), print.end(), is_kept) < std::count_if(print_.begin(), print_.end(), is_kept);
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
  has_fallen_ = has_fallen_ || (fate == Fate::kept && value < last_[row]);
  if (fate != Fate::unknown) return fate == Fate::dropped;
  if (value < last_[row]) return true;
  is_doubtful_ = true;
  return false;
}

}  // namespace profconv::dtrace
