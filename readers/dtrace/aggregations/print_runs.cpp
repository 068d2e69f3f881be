// SPDX-License-Identifier: Apache-2.0
// Holding records back.
#include "readers/dtrace/aggregations/print_runs.h"

#include <utility>

#include "readers/dtrace/aggregations/print_order.h"
#include "readers/dtrace/aggregations/record_order.h"

namespace profconv::dtrace {

namespace {

/// Values that leave their order more often follow another one, so that they are no reason to wait.
constexpr std::size_t most_breaks = 32;
constexpr std::size_t many = 4096;
constexpr std::size_t too_many = 65536;

}  // namespace

void PrintRuns::begin(const RunRules& rules) {
  rules_ = rules;
  before_ = breaks_ = 0;
  broken_ = 0;
}

std::uint8_t PrintRuns::broken_by(const Record& record) const {
  if (before_ == 0 && held_.empty()) return 0;
  return broken_orders(last_value_, last_columns_, last_text_, record);
}

bool PrintRuns::breaks_order(const Record& record) const {
  if (breaks_ > most_breaks) return false;
  return (broken_by(record) & likely_order(rules_.orders)) != 0;
}

void PrintRuns::keep(const Record& record, std::uint64_t key_hash) {
  last_hash_ = key_hash;
  last_value_ = sort_value(record);
  last_columns_.assign(record.columns.begin(), record.columns.end());
  last_text_.assign(record.text);
}

void PrintRuns::pass(const Record& record, std::uint64_t key_hash) {
  if (rules_.most != 1) {
    broken_ |= broken_by(record);
    keep(record, key_hash);
  }
  ++before_;
}

void PrintRuns::hold(HeldRecord record, bool is_known) {
  if (breaks_order(record.record)) ++breaks_;
  entries_.push_back({.key_hash = record.key_hash,
                      .broken = broken_by(record.record),
                      .repeats_last = record.key_hash == last_hash_,
                      .is_known = is_known});
  keep(record.record, record.key_hash);
  held_.push_back(std::move(record));
}

bool PrintRuns::is_long() const {
  if (held_.size() >= too_many) return true;
  return held_.size() % many == 0 && split().starts.empty();
}

RunSplit PrintRuns::split() const {
  // What has gone on was one run, which has shown in which orders it is not.
  const auto orders = static_cast<std::uint8_t>(rules_.orders & ~unsigned{broken_});
  return split_runs(before_, entries_, {.most = rules_.most, .orders = orders, .groups = rules_.groups});
}

std::vector<HeldRecord> PrintRuns::take() {
  entries_.clear();
  return std::exchange(held_, {});
}

}  // namespace profconv::dtrace
