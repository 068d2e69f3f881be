// SPDX-License-Identifier: Apache-2.0
// Holding records back.
#include "readers/dtrace/aggregations/print_runs.h"

#include <utility>

namespace profconv::dtrace {

namespace {

/// Values that leave their order more often follow another one.
constexpr std::size_t most_breaks = 32;
constexpr std::size_t many = 4096;
constexpr std::size_t too_many = 65536;

}  // namespace

void PrintRuns::begin(const RunRules& rules, SortOrder order) {
  rules_ = rules;
  order_ = rules.is_sorted_by_value ? order : SortOrder::by_key;
  rules_.is_sorted_by_value = order_ != SortOrder::by_key;
  before_ = breaks_ = 0;
}

bool PrintRuns::breaks_order(std::int64_t value) const {
  if (before_ == 0 && held_.empty()) return false;
  if (order_ == SortOrder::by_key || breaks_ > most_breaks) return false;
  return order_ == SortOrder::rising ? value < last_value_ : value > last_value_;
}

void PrintRuns::pass(std::int64_t value) {
  ++before_;
  last_value_ = value;
}

void PrintRuns::hold(HeldRecord record, std::int64_t value, bool is_known) {
  const bool breaks = breaks_order(value);
  if (breaks && ++breaks_ > most_breaks) rules_.is_sorted_by_value = false;
  entries_.push_back({.key_hash = record.key_hash, .breaks_order = breaks, .is_known = is_known});
  held_.push_back(std::move(record));
  last_value_ = value;
}

bool PrintRuns::is_long() const {
  if (held_.size() >= too_many) return true;
  return held_.size() % many == 0 && starts().empty();
}

std::vector<HeldRecord> PrintRuns::take() {
  before_ += held_.size();
  entries_.clear();
  return std::exchange(held_, {});
}

}  // namespace profconv::dtrace
