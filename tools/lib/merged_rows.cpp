// SPDX-License-Identifier: Apache-2.0
// Rows that agree on stack, thread and labels become one, at the place of the first.
#include "merged_rows.h"

#include <cstdint>
#include <tuple>
#include <unordered_map>

namespace profconv {

namespace {

using Key = std::tuple<StackId, ThreadId, LabelSetId>;

struct KeyHash {
  std::size_t operator()(const Key& key) const {
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
    std::uint64_t hash = std::get<0>(key).value;
    hash = (hash * odd) ^ std::get<1>(key).value;
    hash = (hash * odd) ^ std::get<2>(key).value;
    return static_cast<std::size_t>((hash * odd) >> 16U);
  }
};

Profile merged(const Profile& profile) {
  const Samples& from = profile.samples;
  if (!from.start_ns.empty() || !from.shared_depth.empty()) return profile;
  Profile result{.name = profile.name, .value_types = profile.value_types, .metadata = profile.metadata};
  Samples& to = result.samples;
  to.values.resize(from.values.size());
  std::unordered_map<Key, std::size_t, KeyHash> rows;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const auto [found, is_new] = rows.try_emplace({from.stack[i], from.thread_of(i), from.labels_of(i)}, to.size());
    for (std::size_t v = 0; v < from.values.size(); ++v) {
      if (is_new) {
        to.values[v].push_back(from.values[v][i]);
      } else {
        std::int64_t& into = to.values[v][found->second];
        if (merges_maxima(into, from.values[v][i], profile.value_types[v])) result.metadata.merged_maxima = true;
        combine(into, from.values[v][i], profile.value_types[v]);
      }
    }
    if (!is_new) continue;
    to.stack.push_back(from.stack[i]);
    if (!from.thread.empty()) to.thread.push_back(from.thread_of(i));
    if (!from.labels.empty()) to.labels.push_back(from.labels_of(i));
  }
  return result;
}

}  // namespace

ProfileSet merged_rows(const ProfileSet& set) {
  std::vector<Profile> profiles;
  for (const Profile& profile : set.profiles()) profiles.push_back(merged(profile));
  return {set.shared_dictionary(), std::move(profiles)};
}

}  // namespace profconv
