// SPDX-License-Identifier: Apache-2.0
// Telling prints that hold one another from those that begin again.
#include "readers/dtrace/print_sums.h"

#include <algorithm>
#include <numeric>

namespace profconv::dtrace {

namespace {

/// As DTrace counts: what leaves 64 bits begins again.
std::uint64_t sum_of(const std::vector<std::int64_t>& values) {
  const auto add = [](std::uint64_t sum, std::int64_t value) { return sum + static_cast<std::uint64_t>(value); };
  return std::accumulate(values.begin(), values.end(), std::uint64_t{0}, add);
}

bool holds(const std::vector<std::int64_t>& print, const std::vector<std::int64_t>& earlier) {
  if (sum_of(print) <= sum_of(earlier)) return false;
  return std::equal(earlier.begin(), earlier.end(), print.begin(), [](auto then, auto now) { return now >= then; });
}

}  // namespace

PrintSums::Columns PrintSums::added_since(const ProfileBuilder& profile) const {
  Columns columns;
  for (std::size_t type = 0; type < profile.value_types().size(); ++type) {
    const auto values = profile.values(type);
    std::vector<std::int64_t>& column = columns.emplace_back(values.begin(), values.end());
    if (before_.empty() || profile.value_types()[type].aggregation != Aggregation::sum) continue;
    for (std::size_t row = 0; row < before_[type].size(); ++row) column[row] -= before_[type][row];
  }
  return columns;
}

void PrintSums::end_print(const ProfileBuilder& profile) {
  Columns added = added_since(profile);
  for (std::size_t type = 0; type < added.size() && prints_ > 1; ++type) {
    const bool adds = profile.value_types()[type].aggregation == Aggregation::sum;
    rising_ = rising_ && (!adds || holds(added[type], last_[type]));
  }
  last_ = std::move(added);
}

void PrintSums::begin_print(const ProfileBuilder& profile) {
  if (!rising_) return;
  ++prints_;
  end_print(profile);
  before_.clear();
  if (rising_) before_ = added_since(profile);
}

bool PrintSums::finish(ProfileBuilder& profile) {
  if (prints_ == 0 || !rising_) return false;
  ++prints_;
  end_print(profile);
  if (!rising_) return false;
  for (std::size_t type = 0; type < last_.size(); ++type) profile.set_values(type, std::move(last_[type]));
  return true;
}

}  // namespace profconv::dtrace
