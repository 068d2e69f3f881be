// SPDX-License-Identifier: Apache-2.0
// Comparing the ways in which a print can be split.
#include "readers/dtrace/aggregations/run_split.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace profconv::dtrace {

namespace {

using Starts = std::vector<std::size_t>;

/// What a run repeats.
struct Run {
  std::size_t records = 0;
  std::size_t of_earlier = 0;  ///< with keys of an earlier run
  std::size_t inside = 0;      ///< with keys that the run had before
};

/// A run ends where one of its keys comes again.
Starts starts_of_repeats(std::span<const RunEntry> entries) {
  Starts starts;
  std::unordered_map<std::uint64_t, std::size_t> last_run;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto [seen, is_new] = last_run.try_emplace(entries[i].key_hash, starts.size());
    const bool repeats = is_new ? entries[i].is_known && starts.empty() : seen->second == starts.size();
    if (repeats) starts.push_back(i);
    seen->second = starts.size();
  }
  return starts;
}

Starts starts_of_order(std::span<const RunEntry> entries) {
  Starts starts;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].breaks_order) starts.push_back(i);
  }
  return starts;
}

std::vector<Run> runs_of(std::size_t before, std::span<const RunEntry> entries, const Starts& starts) {
  std::vector<Run> runs(1, {.records = before});
  std::unordered_map<std::uint64_t, std::size_t> last_run;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (runs.size() <= starts.size() && starts[runs.size() - 1] == i) runs.emplace_back();
    const std::size_t current = runs.size() - 1;
    ++runs.back().records;
    const auto [seen, is_new] = last_run.try_emplace(entries[i].key_hash, current);
    const bool is_inside = is_new ? entries[i].is_known && current == 0 : seen->second == current;
    const bool is_earlier = !is_inside && (!is_new || entries[i].is_known);
    runs.back().inside += is_inside ? 1 : 0;
    runs.back().of_earlier += is_earlier ? 1 : 0;
    seen->second = current;
  }
  return runs;
}

/// Every further run has the same keys as the first.
bool repeats_all(const std::vector<Run>& runs) {
  return std::all_of(runs.begin() + 1, runs.end(), [&](const Run& run) {
    return run.records == runs.front().records && run.of_earlier == run.records;
  });
}

/// Every further run has mostly keys of those before. A single record that repeats is rather a key that looks alike.
bool repeats_most(const std::vector<Run>& runs) {
  return std::all_of(runs.begin() + 1, runs.end(), [&](const Run& run) {
    return run.of_earlier * 2 > run.records && (run.records > 1 || runs.front().records == 1);
  });
}

/// Keys repeat from run to run, and hardly within one. Without a D program to name several aggregations, they must
/// repeat often: values that follow another order also fall.
bool is_ordered(const std::vector<Run>& runs, bool several_expected) {
  Run all;
  for (const Run& run : runs) {
    all.records += run.records;
    all.inside += run.inside;
    all.of_earlier += run.of_earlier;
  }
  if (several_expected) return all.inside == 0 || all.inside * 4 <= all.of_earlier;
  const auto repeats_enough = [](const Run& run) { return run.of_earlier * 3 >= run.records; };
  return all.inside * 4 <= all.of_earlier &&
         (all.of_earlier * 4 >= all.records || std::all_of(runs.begin() + 1, runs.end(), repeats_enough));
}

}  // namespace

std::vector<std::size_t> split_runs(std::size_t before, std::span<const RunEntry> entries, const RunRules& rules) {
  if (rules.most == 1) return {};
  const auto is_possible = [&](const Starts& starts) {
    return !starts.empty() && (rules.most == 0 || starts.size() < rules.most);
  };
  const Starts repeats = starts_of_repeats(entries);
  const auto repeating = runs_of(before, entries, repeats);
  if (is_possible(repeats) && repeats_all(repeating)) return repeats;
  if (rules.is_sorted_by_value) {
    const Starts order = starts_of_order(entries);
    const bool is_rare = rules.most != 0 || order.size() * 2 < before + entries.size();
    if (is_possible(order) && is_rare && is_ordered(runs_of(before, entries, order), rules.most != 0)) return order;
  }
  // Of several that the D program names, keys that come again are the only sign.
  if (is_possible(repeats) && (rules.most != 0 || repeats_most(repeating))) return repeats;
  return {};
}

Repeats repeats_in(std::span<const RunEntry> entries) {
  Repeats repeats;
  std::unordered_set<std::uint64_t> seen;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const bool is_new = seen.insert(entries[i].key_hash).second && !entries[i].is_known;
    if (!is_new && repeats.count++ == 0) repeats.first = i;
  }
  return repeats;
}

}  // namespace profconv::dtrace
