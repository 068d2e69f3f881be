// SPDX-License-Identifier: Apache-2.0
// Telling prints that hold one another from those that begin again.
#include "readers/dtrace/aggregations/print_sums.h"

#include <algorithm>
#include <numeric>

#include "readers/dtrace/aggregations/exact_sums.h"

namespace profconv::dtrace {

namespace {

/// As DTrace counts: what overflows a 64-bit integer begins again.
std::uint64_t sum_of(const std::vector<std::int64_t>& values) {
  const auto add = [](std::uint64_t sum, std::int64_t value) { return sum + static_cast<std::uint64_t>(value); };
  return std::accumulate(values.begin(), values.end(), std::uint64_t{0}, add);
}

bool holds(const std::vector<std::int64_t>& print, const std::vector<std::int64_t>& earlier) {
  if (sum_of(print) <= sum_of(earlier)) return false;
  return std::equal(earlier.begin(), earlier.end(), print.begin(), [](auto then, auto now) { return now >= then; });
}

std::int64_t at(const std::vector<std::vector<std::int64_t>>& columns, std::size_t type, std::size_t row) {
  return type < columns.size() && row < columns[type].size() ? columns[type][row] : 0;
}

std::vector<std::vector<std::int64_t>> values_of(const ProfileBuilder& profile) {
  std::vector<std::vector<std::int64_t>> columns;
  for (std::size_t type = 0; type < profile.value_types().size(); ++type) {
    columns.emplace_back(profile.values(type).begin(), profile.values(type).end());
  }
  return columns;
}

}  // namespace

void PrintSums::end_print(const ProfileBuilder& profile) {
  ++count_;
  if (truncated_) return truncated_->end_print(profile, rows_);
  Columns added = values_of(profile);
  last_.resize(added.size());
  bool falls = false;
  for (std::size_t type = 0; type < added.size(); ++type) {
    if (!adds(profile, type)) continue;
    for (std::size_t row = 0; row < added[type].size(); ++row) {
      added[type][row] = minus(added[type][row], at(before_, type, row));
      falls = falls || (added[type][row] != 0 && added[type][row] < at(last_, type, row));
    }
    falls = falls || (only_grows_ && falls_to_zero(type, added[type]));
    rising_ = rising_ && (count_ == 1 || holds(added[type], last_[type]));
  }
  if (falls && only_grows_ && prints_ == Prints::last) {
    has_fallen_ = true;
    record_last(profile);
  } else if (falls && prints_ == Prints::last) {
    has_fallen_sums_ = true;
  }
  const bool may_be_renamed = may_rename_ && !falls && prints_ == Prints::last;
  for (std::size_t type = 0; type < added.size(); ++type) {
    if (may_be_renamed && sum_of(added[type]) >= sum_of(last_[type])) last_[type].clear();
    last_[type].resize(added[type].size());
    for (std::size_t row = 0; row < added[type].size(); ++row) {
      if (added[type][row] != 0) last_[type][row] = added[type][row];
    }
    for (const std::size_t row : zeros_) last_[type][row] = added[type][row];
  }
  zeros_.clear();
}

/// Whether the print that has ended shows a row as 0 that had another value.
bool PrintSums::falls_to_zero(std::size_t type, const std::vector<std::int64_t>& added) const {
  return std::any_of(zeros_.begin(), zeros_.end(),
                     [&](std::size_t row) { return added[row] == 0 && at(last_, type, row) != 0; });
}

/// What the last prints hold is recorded, and the values begin again.
void PrintSums::record_last(const ProfileBuilder& profile) {
  recorded_.resize(last_.size());
  for (std::size_t type = 0; type < last_.size(); ++type) {
    if (!adds(profile, type)) continue;
    recorded_[type].resize(last_[type].size());
    for (std::size_t row = 0; row < last_[type].size(); ++row) {
      recorded_[type][row] = plus(recorded_[type][row], last_[type][row]);
    }
    last_[type].clear();
  }
}

void PrintSums::begin_print(ProfileBuilder& profile) {
  if (!watches()) return;
  end_print(profile);
  if (!truncated_) before_ = values_of(profile);
}

void PrintSums::put_last(ProfileBuilder& profile) {
  if (truncated_) return truncated_->put(profile);
  record_last(profile);
  for (std::size_t type = 0; type < recorded_.size(); ++type) {
    if (adds(profile, type)) profile.set_values(type, std::move(recorded_[type]));
  }
}

void PrintSums::begin_recording(ProfileBuilder& profile) {
  rising_ = false;
  if (prints_ != Prints::last) return;
  if (truncated_) {
    truncated_->end_print(profile, rows_);
    truncated_->begin_recording(profile);
  } else if (count_ != 0) {
    end_print(profile);
    put_last(profile);
  }
  count_ = 0;
  if (truncated_) return;
  last_.clear();
  recorded_ = before_ = values_of(profile);
}

bool PrintSums::finish(ProfileBuilder& profile) {
  if (count_ == 0 || !watches()) return false;
  end_print(profile);
  if (!watches()) return false;
  put_last(profile);
  return true;
}

PrintSums sums_of(const Description& description, Prints prints, Prints option, bool has_stacks) {
  const bool by_falls = description.print && option == Prints::automatic && description.only_counts();
  // The option goes before the D program, and of tables the rows are no keys.
  std::optional<Truncation> truncation = option == Prints::automatic ? description.truncation : std::nullopt;
  if (truncation && description.functions.front().is_distribution()) truncation = Truncation{};
  return {by_falls && prints == Prints::automatic ? Prints::last : prints, by_falls, truncation,
          has_stacks && description.keeps_keys};
}

}  // namespace profconv::dtrace
