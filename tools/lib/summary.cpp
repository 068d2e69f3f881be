// SPDX-License-Identifier: Apache-2.0
// Counting what a profile holds, in time that grows with its samples and stack nodes only.
#include "profconv/summary.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

#include "core/names/frame_totals.h"
#include "core/tables/stack_depths.h"
#include "profconv/errors.h"

namespace profconv {

namespace {

std::optional<std::int64_t> total_by_rule(const Profile& profile, std::size_t index) {
  const std::vector<std::int64_t>& values = profile.samples.values[index];
  if (values.empty()) return std::nullopt;
  switch (profile.value_types[index].aggregation) {
    case Aggregation::max:
      return *std::max_element(values.begin(), values.end());
    case Aggregation::min:
      return *std::min_element(values.begin(), values.end());
    case Aggregation::last:
      return std::nullopt;
    case Aggregation::sum:
      break;
  }
  try {
    return total(profile, index);
  } catch (const OverflowError&) {
    return std::nullopt;
  }
}

std::optional<std::size_t> ranking_type(const Profile& profile) {
  const auto adds = [](const ValueType& type) { return type.aggregation == Aggregation::sum; };
  const std::vector<ValueType>& types = profile.value_types;
  if (types.empty()) return std::nullopt;
  if (adds(types[profile.default_type_index()])) return profile.default_type_index();
  const auto first = std::find_if(types.begin(), types.end(), adds);
  if (first == types.end()) return std::nullopt;
  return static_cast<std::size_t>(first - types.begin());
}

std::vector<FrameSummary> top(const std::vector<FrameTotal>& frames, std::int64_t FrameTotal::*by, std::size_t count) {
  std::vector<FrameSummary> best;
  std::vector<const FrameTotal*> ranked;
  for (const FrameTotal& frame : frames) {
    if (frame.*by != 0) ranked.push_back(&frame);
  }
  std::sort(ranked.begin(), ranked.end(), [&](const FrameTotal* a, const FrameTotal* b) {
    return a->*by != b->*by ? a->*by > b->*by : a->name < b->name;
  });
  ranked.resize(std::min(ranked.size(), count));
  best.reserve(ranked.size());
  for (const FrameTotal* frame : ranked) {
    best.push_back({.name = std::string(frame->name), .self = frame->self, .total = frame->total});
  }
  return best;
}

void count_stacks(const Dictionary& dictionary, const std::vector<bool>& sampled, Summary& summary) {
  const StackDepths depths(dictionary);
  std::vector<bool> used = sampled;
  std::vector<bool> seen(dictionary.mappings().size());
  for (std::size_t i = sampled.size(); i-- > 0;) {
    const auto id = StackId{static_cast<std::uint32_t>(i)};
    if (sampled[i]) {
      ++summary.stacks;
      summary.max_depth = std::max(summary.max_depth, depths[id]);
    }
    if (!used[i] || i == 0) continue;
    used[dictionary.stack(id).parent.value] = true;
    const MappingId mapping = dictionary.frame(dictionary.stack(id).frame).mapping;
    if (mapping) seen[mapping.value] = true;
  }
  std::set<std::pair<StringId, StringId>> files;  // one may be mapped in several places
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const auto id = MappingId{static_cast<std::uint32_t>(i)};
    const Mapping& mapping = dictionary.mapping(id);
    if (seen[i] && files.emplace(mapping.file, mapping.build_id).second) summary.mappings.push_back(id);
  }
}

void count_threads(const Dictionary& dictionary, const Samples& samples, Summary& summary) {
  std::vector<bool> seen(dictionary.threads().size());
  for (const ThreadId thread : samples.thread) {
    if (thread && !seen[thread.value]) summary.threads.push_back(thread);
    seen[thread.value] = true;
  }
}

void count_labels(const Dictionary& dictionary, const Samples& samples, Summary& summary) {
  std::vector<std::uint64_t> samples_of_set(dictionary.label_set_count());
  for (const LabelSetId labels : samples.labels) ++samples_of_set[labels.value];
  std::unordered_map<std::uint32_t, std::size_t> index_of_key;
  for (std::size_t i = 1; i < samples_of_set.size(); ++i) {
    if (samples_of_set[i] == 0) continue;
    StringId last;
    for (const Label& label : dictionary.labels(LabelSetId{static_cast<std::uint32_t>(i)})) {
      if (label.key == last) continue;
      last = label.key;
      const auto [found, is_new] = index_of_key.try_emplace(label.key.value, summary.labels.size());
      if (is_new) summary.labels.push_back({.key = dictionary.string(label.key)});
      summary.labels[found->second].samples += samples_of_set[i];
    }
  }
}

}  // namespace

Summary summarize(const ProfileSet& set, std::size_t profile_index, std::size_t top_count) {
  const Profile& profile = set.profiles()[profile_index];
  const Dictionary& dictionary = set.dictionary();
  Summary summary{.samples = profile.samples.size()};
  for (std::size_t i = 0; i < profile.value_types.size(); ++i) {
    summary.values.push_back({.type = profile.value_types[i], .total = total_by_rule(profile, i)});
  }
  const std::vector<std::int64_t>& times = profile.samples.start_ns;
  if (!times.empty()) {
    const auto [first, last] = std::minmax_element(times.begin(), times.end());
    summary.time = TimeRange{.first_ns = *first, .last_ns = *last};
  }
  std::vector<bool> sampled(dictionary.stacks().size());
  for (const StackId stack : profile.samples.stack) sampled[stack.value] = true;
  count_stacks(dictionary, sampled, summary);
  count_threads(dictionary, profile.samples, summary);
  count_labels(dictionary, profile.samples, summary);
  summary.ranked_by = ranking_type(profile);
  if (!summary.ranked_by) return summary;
  const FrameTotals totals(dictionary, profile.metadata.module_names);
  try {
    const std::vector<FrameTotal> frames = totals.of(profile.samples, *summary.ranked_by);
    summary.top_self = top(frames, &FrameTotal::self, top_count);
    summary.top_total = top(frames, &FrameTotal::total, top_count);
  } catch (const OverflowError&) {
    summary.ranked_by.reset();
  }
  return summary;
}

}  // namespace profconv
