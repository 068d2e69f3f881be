// SPDX-License-Identifier: Apache-2.0
// Comparing the ways in which a print can be split.
#include "readers/dtrace/aggregations/run_split.h"

#include <algorithm>
#include <unordered_map>

#include "readers/dtrace/aggregations/run_groups.h"

namespace profconv::dtrace {

namespace {

using Starts = std::vector<std::size_t>;

/// What a run repeats.
struct Run {
  std::size_t records = 0;
  std::size_t of_earlier = 0;  ///< with keys of an earlier run
  std::size_t inside = 0;      ///< with keys that the run had before
};

/// Runs end where one of their keys comes again, and, unless `order` is 0, where they leave that order.
Starts starts_of(std::span<const RunEntry> entries, std::uint8_t order, bool at_repeats) {
  Starts starts;
  std::unordered_map<std::uint64_t, std::size_t> last_run;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto [seen, is_new] = last_run.try_emplace(entries[i].key_hash, starts.size());
    const bool repeats = is_new ? entries[i].is_known && starts.empty() : seen->second == starts.size();
    if ((entries[i].broken & order) != 0 || (repeats && at_repeats)) starts.push_back(i);
    seen->second = starts.size();
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

bool has_repeats(const std::vector<Run>& runs) {
  return std::any_of(runs.begin(), runs.end(), [](const Run& run) { return run.inside != 0; });
}

/// Compares the ways to split one print.
class Splitter {
 public:
  Splitter(std::size_t before, std::span<const RunEntry> entries, const RunRules& rules)
      : before_(before), entries_(entries), rules_(rules) {}

  [[nodiscard]] RunSplit split() const {
    const Starts repeats = starts_of(entries_, 0, true);
    const auto repeating = runs_of(before_, entries_, repeats);
    if (is_possible(repeats) && repeats_all(repeating)) return {repeats};
    // A print that is in one order throughout is in another only by chance.
    bool is_in_order = false;
    for (const std::uint8_t order : {rising_values, falling_values, rising_keys}) {
      const Starts starts = (rules_.orders & order) != 0 ? by_order(order) : Starts();
      if (!starts.empty())
        return {starts, is_certain(starts, is_in_order ? std::uint8_t{0} : usual_order(starts, order))};
      is_in_order = is_in_order || is_throughout(order);
    }
    // Of several that the D program names, keys that come again are the only sign.
    const bool is_enough = rules_.most != 0 || repeats_most(repeating);
    if (is_possible(repeats) && is_enough) return {repeats, is_certain(repeats, 0)};
    return {};
  }

 private:
  [[nodiscard]] bool is_possible(const Starts& starts) const {
    return !starts.empty() && (rules_.most == 0 || starts.size() < rules_.most);
  }

  [[nodiscard]] bool is_throughout(std::uint8_t order) const {
    return (rules_.orders & order) != 0 &&
           std::none_of(entries_.begin(), entries_.end(), [&](const RunEntry& e) { return (e.broken & order) != 0; });
  }

  /// The order of values, in which dtrace prints by default, if each run is in that too; else the order given, which
  /// few records are in by chance.
  [[nodiscard]] std::uint8_t usual_order(const Starts& starts, std::uint8_t order) const {
    if ((rules_.orders & rising_values) == 0) return order;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const bool is_start = std::binary_search(starts.begin(), starts.end(), i);
      if (!is_start && (entries_[i].broken & rising_values) != 0) return is_few(starts) ? std::uint8_t{0} : order;
    }
    return rising_values;
  }

  /// Among equal values, which DTrace sorts by their keys, any order is that of the keys.
  [[nodiscard]] bool is_few(const Starts& starts) const {
    constexpr std::size_t few = 4;
    const auto telling = std::count_if(entries_.begin(), entries_.end(), [](const RunEntry& each) {
      return (each.broken & (rising_values | falling_values)) != 0;
    });
    return before_ + static_cast<std::size_t>(telling) < few * (starts.size() + 1);
  }

  /// None: the records are not in this order.
  [[nodiscard]] Starts by_order(std::uint8_t order) const {
    Starts starts = starts_of(entries_, order, false);
    const bool is_rare = rules_.most != 0 || starts.size() * 2 < before_ + entries_.size();
    if (!is_rare || !is_possible(starts)) return {};
    // As many sorted runs as the D program names: keys that repeat within one only look alike.
    if (order != rising_keys && starts.size() + 1 == rules_.most) return starts;
    const auto runs = runs_of(before_, entries_, starts);
    if (has_repeats(runs)) {
      // Where the next aggregation begins with larger values, only its keys tell.
      Starts more = starts_of(entries_, order, true);
      const auto each = runs_of(before_, entries_, more);
      const auto repeats_enough = [](const Run& run) { return run.of_earlier * 3 >= run.records; };
      if (is_possible(more) && std::all_of(each.begin() + 1, each.end(), repeats_enough)) return more;
    }
    return is_ordered(runs, rules_.most != 0) ? starts : Starts();
  }

  /// Whether each start is the only place where its run can begin: the order says so, or the same key directly above.
  [[nodiscard]] bool is_certain(const Starts& starts, std::uint8_t order) const {
    return std::all_of(starts.begin(), starts.end(), [&](std::size_t start) {
      return (entries_[start].broken & order) != 0 || entries_[start].repeats_last;
    });
  }

  std::size_t before_;
  std::span<const RunEntry> entries_;
  const RunRules& rules_;
};

}  // namespace

RunSplit split_runs(std::size_t before, std::span<const RunEntry> entries, const RunRules& rules) {
  if (rules.most == 1) return {};
  RunSplit split = Splitter(before, entries, rules).split();
  const bool is_whole = !split.starts.empty() && split.starts.size() + 1 == rules.most && split.is_certain;
  if (is_whole || rules.groups.empty() || (rules.orders & rising_values) == 0) return split;
  RunSplit by_groups = split_by_groups(before, entries, rules.groups);
  return by_groups.starts.empty() ? split : by_groups;
}

}  // namespace profconv::dtrace
