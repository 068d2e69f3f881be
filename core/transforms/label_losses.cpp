// SPDX-License-Identifier: Apache-2.0
// What is no loss any more where labels are shown as frames.
#include <algorithm>

#include "core/transforms/label_values.h"
#include "profconv/transforms.h"

namespace profconv {

namespace {

bool shows(const LabelFrames& frames, std::string_view key) {
  const auto has = [&](const auto& keys) { return std::find(keys.begin(), keys.end(), key) != keys.end(); };
  return has(frames.roots) || has(frames.leaves);
}

bool shows(const LabelFrames& frames, LabelColumn column) {
  const auto has = [&](const auto& keys) {
    return std::any_of(keys.begin(), keys.end(), [&](const auto& key) { return label_column(key) == column; });
  };
  return has(frames.roots) || has(frames.leaves);
}

template <class Matches>
std::uint64_t count_rows(const ProfileSet& set, Matches matches) {
  std::uint64_t count = 0;
  for (const Profile& profile : set.profiles()) {
    for (std::size_t row = 0; row < profile.samples.size(); ++row) count += matches(profile.samples, row) ? 1 : 0;
  }
  return count;
}

std::uint64_t hidden_labels(const LabelFrames& frames, const ProfileSet& set) {
  const Dictionary& dictionary = set.dictionary();
  std::vector<bool> hides(dictionary.label_set_count());
  for (std::uint32_t i = 0; i < hides.size(); ++i) {
    const auto labels = dictionary.labels(LabelSetId{i});
    hides[i] = std::any_of(labels.begin(), labels.end(),
                           [&](const Label& label) { return !shows(frames, dictionary.string(label.key)); });
  }
  return count_rows(set, [&](const Samples& s, std::size_t row) { return hides[s.labels_of(row).value]; });
}

std::uint64_t hidden_ids(const LabelFrames& frames, const ProfileSet& set) {
  std::vector<bool> used(set.dictionary().threads().size());
  for (const Profile& profile : set.profiles()) {
    for (const ThreadId thread : profile.samples.thread) used[thread.value] = true;
  }
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < used.size(); ++i) {
    const Thread& thread = set.dictionary().threads()[i];
    const bool hides_pid = thread.pid != Thread::unknown && !shows(frames, LabelColumn::pid);
    const bool hides_tid = thread.tid != Thread::unknown && !shows(frames, LabelColumn::tid);
    count += used[i] && (hides_pid || hides_tid) ? 1 : 0;
  }
  return count;
}

std::uint64_t still_empty(const LabelFrames& frames, const ProfileSet& set) {
  std::uint64_t count = 0;
  for (const Profile& profile : set.profiles()) {
    const LabelsInUse labels(set.dictionary(), profile);
    const auto has = [&](const std::string& key) { return labels.has(key); };
    if (std::any_of(frames.roots.begin(), frames.roots.end(), has)) continue;
    if (std::any_of(frames.leaves.begin(), frames.leaves.end(), has)) continue;
    count += static_cast<std::uint64_t>(
        std::count_if(profile.samples.stack.begin(), profile.samples.stack.end(), [](StackId s) { return !s; }));
  }
  return count;
}

}  // namespace

std::vector<Loss> losses_beside(const LabelFrames& frames, const ProfileSet& set, std::vector<Loss> losses) {
  if (frames.empty()) return losses;
  for (Loss& loss : losses) {
    if (loss.feature == Feature::labels) loss.count = hidden_labels(frames, set);
    if (loss.feature == Feature::thread_ids) loss.count = hidden_ids(frames, set);
    if (loss.feature == Feature::empty_stacks) loss.count = still_empty(frames, set);
    if (loss.feature == Feature::process_names && shows(frames, LabelColumn::process)) loss.count = 0;
    if (loss.feature == Feature::thread_names && shows(frames, LabelColumn::thread)) loss.count = 0;
  }
  std::erase_if(losses, [](const Loss& loss) { return loss.count == 0; });
  return losses;
}

}  // namespace profconv
