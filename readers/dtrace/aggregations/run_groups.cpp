// SPDX-License-Identifier: Apache-2.0
// Trying all sizes that the groups can have.
#include "readers/dtrace/aggregations/run_groups.h"

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>

namespace profconv::dtrace {

namespace {

constexpr std::size_t most_ways = 4'096;
constexpr std::size_t most_records = 1'024;  ///< where there is more than one way

class GroupSplitter {
 public:
  GroupSplitter(std::size_t before, std::span<const RunEntry> entries, const std::vector<std::size_t>& groups)
      : before_(before),
        entries_(entries),
        groups_(groups),
        sizes_(*std::max_element(groups.begin(), groups.end()) + 1) {
    std::unordered_set<std::uint64_t> seen;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const bool is_new = seen.insert(entries[i].key_hash).second && !entries[i].is_known;
      evidence_.push_back(((entries[i].broken & rising_values) != 0 ? 1U : 0U) + (is_new ? 1U : 0U));
    }
  }

  [[nodiscard]] RunSplit split() {
    const std::size_t records = before_ + entries_.size();
    if (sizes_.size() > 1 && records > most_records) return {};
    choose_size(0, records);
    if (!is_only_best_ || ways_ == most_ways) return {};
    return {std::move(best_), is_only_way_ && !has_earlier_};
  }

 private:
  /// Chooses the sizes of this group and those behind it, of which all have so many records.
  void choose_size(std::size_t group, std::size_t records) {
    const auto runs = static_cast<std::size_t>(std::count(groups_.begin(), groups_.end(), group));
    if (group + 1 == sizes_.size()) {
      if (records == 0 || records % runs != 0) return;
      sizes_[group] = records / runs;
      return judge();
    }
    for (std::size_t size = 1; size * runs < records && ways_ < most_ways; ++size) {
      sizes_[group] = size;
      choose_size(group + 1, records - size * runs);
    }
  }

  void judge() {
    ++ways_;
    std::vector<std::size_t> starts;
    std::size_t score = 0;
    std::size_t begin = 0;
    for (const std::size_t group : groups_) {
      if (begin != 0) {
        if (begin < before_) {
          has_earlier_ = true;
          return;
        }
        starts.push_back(begin - before_);
        score += evidence_[starts.back()];
      }
      if (!is_rising(begin, begin + sizes_[group])) return;
      begin += sizes_[group];
    }
    if (!has_equal_keys(starts)) return;
    is_only_way_ = best_.empty();
    is_only_best_ = best_.empty() || score > best_score_ || (is_only_best_ && score < best_score_);
    if (!best_.empty() && score <= best_score_) return;
    best_ = std::move(starts);
    best_score_ = score;
  }

  [[nodiscard]] bool is_rising(std::size_t begin, std::size_t end) const {
    for (std::size_t i = std::max(begin + 1, before_); i < end; ++i) {
      if ((entries_[i - before_].broken & rising_values) != 0) return false;
    }
    return true;
  }

  [[nodiscard]] bool has_equal_keys(const std::vector<std::size_t>& starts) const {
    const std::unordered_set<std::uint64_t> first = hashes_before(starts.front());
    std::vector<std::vector<std::uint64_t>> keys(sizes_.size());
    for (std::size_t run = 1; run < groups_.size(); ++run) {
      std::vector<std::uint64_t> here;
      for (std::size_t i = 0; i < sizes_[groups_[run]]; ++i) {
        const RunEntry& entry = entries_[starts[run - 1] + i];
        const bool is_in_first = entry.is_known || first.contains(entry.key_hash);
        if (groups_[run] == groups_.front() && !is_in_first) return false;
        here.push_back(entry.key_hash);
      }
      std::sort(here.begin(), here.end());
      auto& known = keys[groups_[run]];
      if (!known.empty() && known != here) return false;
      known = std::move(here);
    }
    return true;
  }

  [[nodiscard]] std::unordered_set<std::uint64_t> hashes_before(std::size_t end) const {
    std::unordered_set<std::uint64_t> hashes;
    for (const RunEntry& each : entries_.first(end)) hashes.insert(each.key_hash);
    return hashes;
  }

  std::size_t before_;
  std::span<const RunEntry> entries_;
  const std::vector<std::size_t>& groups_;
  std::vector<std::size_t> sizes_;     ///< of one run of each group
  std::vector<std::size_t> evidence_;  ///< that a run begins at an entry
  std::vector<std::size_t> best_;
  std::size_t best_score_ = 0;
  std::size_t ways_ = 0;
  bool has_earlier_ = false;  ///< ways to begin a run among the records of which nothing is known
  bool is_only_way_ = false;
  bool is_only_best_ = false;
};

}  // namespace

RunSplit split_by_groups(std::size_t before, std::span<const RunEntry> entries,
                         const std::vector<std::size_t>& groups) {
  const bool has_alike = !groups.empty() && *std::max_element(groups.begin(), groups.end()) + 1 < groups.size();
  if (!has_alike || entries.empty()) return {};
  return GroupSplitter(before, entries, groups).split();
}

}  // namespace profconv::dtrace
