// SPDX-License-Identifier: Apache-2.0
// Counting what a profile holds, in time that grows with its samples and stack nodes only.
#include "profconv/summary.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "profconv/errors.h"
#include "profconv/names.h"

namespace profconv {

namespace {

/// What stacks without frames are called, as in the outputs.
constexpr std::string_view no_stack = "[no stack]";

void add_saturating(std::int64_t& into, std::int64_t value) {
  if (__builtin_add_overflow(into, value, &into)) {
    into = value < 0 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
  }
}

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

/// The stacks of one profile as a tree that can be walked downwards.
struct Tree {
  std::vector<bool> used;              ///< by a sample, or a caller in one that is
  std::vector<std::int64_t> totals;    ///< of the samples at a node and below
  std::vector<std::uint32_t> child;    ///< first one, 0: none
  std::vector<std::uint32_t> sibling;  ///< next one, 0: none
};

Tree make_tree(const Dictionary& dictionary, const std::vector<bool>& sampled, const std::vector<std::int64_t>& self) {
  const auto stacks = dictionary.stacks();
  Tree tree{.used = sampled, .totals = self, .child = {}, .sibling = {}};
  tree.child.resize(stacks.size());
  tree.sibling.resize(stacks.size());
  for (std::size_t i = stacks.size(); i-- > 1;) {
    if (!tree.used[i]) continue;
    const std::uint32_t parent = stacks[i].parent.value;
    tree.used[parent] = true;
    add_saturating(tree.totals[parent], tree.totals[i]);
    tree.sibling[i] = tree.child[parent];
    tree.child[parent] = static_cast<std::uint32_t>(i);
  }
  return tree;
}

/// Frames of one name count as one.
class NameTable {
 public:
  NameTable(const Dictionary& dictionary, bool with_modules) : names_(dictionary, with_modules) {
    std::unordered_map<std::string_view, std::uint32_t> ids;
    for (std::size_t i = 0; i < dictionary.frames().size(); ++i) {
      const std::string_view name = i == 0 ? no_stack : names_[FrameId{static_cast<std::uint32_t>(i)}];
      const auto [found, is_new] = ids.try_emplace(name, static_cast<std::uint32_t>(words_.size()));
      if (is_new) words_.push_back(name);
      id_of_frame_.push_back(found->second);
    }
  }
  [[nodiscard]] std::uint32_t operator[](FrameId frame) const { return id_of_frame_[frame.value]; }
  [[nodiscard]] std::span<const std::string_view> words() const { return words_; }

 private:
  FrameNames names_;
  std::vector<std::string_view> words_;
  std::vector<std::uint32_t> id_of_frame_;
};

/// Walks the tree with a list instead of recursion: stacks may be a million frames deep.
void add_totals(const Dictionary& dictionary, const Tree& tree, const NameTable& names,
                std::vector<FrameSummary>& frames) {
  std::vector<std::uint32_t> times_on_path(frames.size());
  std::vector<std::uint32_t> path;
  const auto name_of = [&](std::uint32_t node) { return names[dictionary.stack(StackId{node}).frame]; };
  std::uint32_t next = tree.child[0];
  while (next != 0 || !path.empty()) {
    if (next != 0) {
      const std::uint32_t name = name_of(next);
      if (times_on_path[name]++ == 0) add_saturating(frames[name].total, tree.totals[next]);
      path.push_back(next);
      next = tree.child[next];
    } else {
      --times_on_path[name_of(path.back())];
      next = tree.sibling[path.back()];
      path.pop_back();
    }
  }
}

std::vector<FrameSummary> rank_frames(const ProfileSet& set, const Profile& profile, const std::vector<bool>& sampled,
                                      std::size_t type) {
  const Dictionary& dictionary = set.dictionary();
  const Samples& samples = profile.samples;
  const NameTable names(dictionary, profile.metadata.module_names);
  std::vector<FrameSummary> frames;
  for (const std::string_view word : names.words()) frames.push_back({.name = std::string(word)});
  std::vector<std::int64_t> self(dictionary.stacks().size());
  for (std::size_t row = 0; row < samples.size(); ++row) {
    const std::int64_t value = samples.values[type][row];
    add_saturating(self[samples.stack[row].value], value);
    add_saturating(frames[names[dictionary.stack(samples.stack[row]).frame]].self, value);
  }
  add_saturating(frames[0].total, self[0]);
  add_totals(dictionary, make_tree(dictionary, sampled, self), names, frames);
  return frames;
}

std::vector<FrameSummary> top(const std::vector<FrameSummary>& frames, std::int64_t FrameSummary::*by,
                              std::size_t count) {
  std::vector<FrameSummary> best;
  for (const FrameSummary& frame : frames) {
    if (frame.*by != 0) best.push_back(frame);
  }
  std::sort(best.begin(), best.end(), [&](const FrameSummary& a, const FrameSummary& b) {
    return a.*by != b.*by ? a.*by > b.*by : a.name < b.name;
  });
  best.resize(std::min(best.size(), count));
  return best;
}

void count_stacks(const Dictionary& dictionary, const std::vector<bool>& sampled, Summary& summary) {
  std::vector<bool> used = sampled;
  std::vector<bool> seen(dictionary.mappings().size());
  for (std::size_t i = sampled.size(); i-- > 0;) {
    const auto id = StackId{static_cast<std::uint32_t>(i)};
    if (sampled[i]) {
      ++summary.stacks;
      summary.max_depth = std::max(summary.max_depth, dictionary.depth(id));
    }
    if (!used[i] || i == 0) continue;
    used[dictionary.stack(id).parent.value] = true;
    const MappingId mapping = dictionary.frame(dictionary.stack(id).frame).mapping;
    if (mapping) seen[mapping.value] = true;
  }
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (seen[i]) summary.mappings.push_back(MappingId{static_cast<std::uint32_t>(i)});
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

Summary summarise(const ProfileSet& set, std::size_t profile_index, std::size_t top_count) {
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
  const std::vector<FrameSummary> frames = rank_frames(set, profile, sampled, *summary.ranked_by);
  summary.top_self = top(frames, &FrameSummary::self, top_count);
  summary.top_total = top(frames, &FrameSummary::total, top_count);
  return summary;
}

}  // namespace profconv
