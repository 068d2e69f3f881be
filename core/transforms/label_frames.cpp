// SPDX-License-Identifier: Apache-2.0
// Showing labels as frames: what --tagroot and --tagleaf do.
#include <algorithm>
#include <unordered_map>
#include <utility>

#include "core/tables/stack_depths.h"
#include "core/transforms/label_values.h"
#include "core/transforms/rewrite.h"
#include "profconv/errors.h"
#include "profconv/transforms.h"

namespace profconv {

namespace {

constexpr std::string_view no_value = "[unknown]";

std::uint64_t pair_of(std::uint32_t high, std::uint32_t low) { return (std::uint64_t{high} << 32U) | low; }

void require_known(const std::vector<LabelsInUse>& in_use, const LabelFrames& wanted) {
  for (const auto* keys : {&wanted.roots, &wanted.leaves}) {
    for (const std::string& key : *keys) {
      const auto has_it = [&](const LabelsInUse& labels) { return labels.has(key); };
      if (std::any_of(in_use.begin(), in_use.end(), has_it)) continue;
      throw no_such_label(key, in_use);
    }
  }
}

std::vector<LabelsInUse> labels_in_use(const ProfileSet& set) {
  std::vector<LabelsInUse> in_use;
  for (const Profile& profile : set.profiles()) in_use.emplace_back(set.dictionary(), profile);
  return in_use;
}

/// The keys of `wanted` that a profile has.
LabelFrames present_in(const LabelsInUse& labels, const LabelFrames& wanted) {
  LabelFrames present = wanted;
  const auto is_absent = [&](const std::string& key) { return !labels.has(key); };
  std::erase_if(present.roots, is_absent);
  std::erase_if(present.leaves, is_absent);
  return present;
}

/// What is put around the stacks of all samples that have the same labels and thread.
struct Ends {
  StackId root;
  std::vector<FrameId> leaves;
};

/// The new stacks of one profile's samples.
class Grafts {
 public:
  Grafts(Rewriter& rewriter, const LabelFrames& keys, std::vector<std::optional<FrameId>>& frames)
      : rewriter_(rewriter), keys_(keys), frames_(frames) {}

  const Ends& ends(LabelSetId labels, ThreadId thread) {
    const auto [found, is_new] = ends_.try_emplace(pair_of(labels.value, thread.value));
    Ends& ends = found->second;
    if (!is_new) return ends;
    for (const std::string& key : keys_.roots) ends.root = child(ends.root, label_frame(key, labels, thread));
    for (const std::string& key : keys_.leaves) ends.leaves.push_back(label_frame(key, labels, thread));
    return ends;
  }

  StackId stack(StackId old, const Ends& ends) {
    StackId made = grafted(old, ends.root);
    for (const FrameId leaf : ends.leaves) made = child(made, leaf);
    return made;
  }

 private:
  StackId child(StackId parent, FrameId frame) { return rewriter_.into().child(parent, frame); }

  FrameId label_frame(const std::string& key, LabelSetId labels, ThreadId thread) {
    const auto value = label_value(rewriter_.from(), key, labels, thread);
    const StringId name = rewriter_.into().string(value && !value->empty() ? std::string_view(*value) : no_value);
    return rewriter_.into().frame(
        {.function = rewriter_.into().function({.name = name}), .kind = FrameKind::synthetic});
  }

  FrameId carried(FrameId old) {
    auto& frame = frames_[old.value];
    if (!frame) {
      const Frame& from = rewriter_.from().frame(old);
      frame = rewriter_.carry(from, rewriter_.carry(from.function));
    }
    return *frame;
  }

  /// The old stack on a new root; each of its callers is asked for once.
  StackId grafted(StackId old, StackId root) {
    path_.clear();
    StackId made = root;
    for (StackId at = old; at; at = rewriter_.from().stack(at).parent) {
      const auto found = grafted_.find(pair_of(root.value, at.value));
      if (found != grafted_.end()) {
        made = found->second;
        break;
      }
      path_.push_back(at);
    }
    for (; !path_.empty(); path_.pop_back()) {
      made = child(made, carried(rewriter_.from().stack(path_.back()).frame));
      grafted_.emplace(pair_of(root.value, path_.back().value), made);
    }
    return made;
  }

  Rewriter& rewriter_;
  const LabelFrames& keys_;
  std::vector<std::optional<FrameId>>& frames_;
  std::unordered_map<std::uint64_t, Ends> ends_;
  std::unordered_map<std::uint64_t, StackId> grafted_;
  std::vector<StackId> path_;
};

/// How many frames samples share with the one before them on their thread, with the frames of labels counted.
class SharedDepths {
 public:
  SharedDepths(const Dictionary& from, const Dictionary& into)
      : from_(from), into_(into), last_(from.threads().size()) {}

  std::uint32_t next(ThreadId thread, StackId old_stack, std::uint32_t old_shared, const Ends& ends) {
    Last& last = last_[thread.value];
    const Last before = std::exchange(last, {&ends, old_stack});
    if (before.ends == nullptr) return old_shared;
    const std::size_t roots = common_depth(before.ends->root, ends.root);
    std::size_t shared = roots;
    if (before.ends->root == ends.root) shared += old_shared;
    if (before.ends->root == ends.root && before.stack == old_stack && old_shared == depth(old_stack)) {
      const auto& leaves = ends.leaves;
      const auto differs = std::mismatch(leaves.begin(), leaves.end(), before.ends->leaves.begin()).first;
      shared += static_cast<std::size_t>(differs - leaves.begin());
    }
    return static_cast<std::uint32_t>(shared);
  }

 private:
  struct Last {
    const Ends* ends = nullptr;
    StackId stack;
  };

  [[nodiscard]] std::size_t depth(StackId old_stack) {
    depths_.take(from_.stacks());
    return depths_[old_stack];
  }

  /// All roots have as many frames as there are keys.
  [[nodiscard]] std::size_t common_depth(StackId a, StackId b) const {
    while (a != b) {
      a = into_.stack(a).parent;
      b = into_.stack(b).parent;
    }
    return into_.depth(a);
  }

  const Dictionary& from_;
  const Dictionary& into_;
  StackDepths depths_;  ///< of the old stacks
  std::vector<Last> last_;
};

}  // namespace

ProfileSet with_label_frames(ProfileSet set, const LabelFrames& frames, Context& context) {
  if (frames.empty()) return set;
  const std::vector<LabelsInUse> in_use = labels_in_use(set);
  require_known(in_use, frames);
  const auto dictionary = set.shared_dictionary();
  Rewriter rewriter(std::move(set), SampleOrder::as_read, context);
  std::vector<std::optional<FrameId>> carried(dictionary->frames().size());
  std::vector<RowPlaces> places;
  for (const Profile& profile : rewriter.profiles()) {
    const Samples& samples = profile.samples;
    RowPlaces& to = places.emplace_back();
    const LabelFrames present = present_in(in_use[places.size() - 1], frames);
    Grafts grafts(rewriter, present, carried);
    SharedDepths shared(*dictionary, rewriter.into().dictionary());
    for (std::size_t row = 0; row < samples.size(); ++row) {
      if (row % Context::steps_between_checks == 0) context.check_cancelled();
      const ThreadId thread = samples.thread_of(row);
      const Ends& ends = grafts.ends(samples.labels_of(row), thread);
      to.stack.push_back(grafts.stack(samples.stack[row], ends));
      if (samples.shared_depth.empty()) continue;
      to.shared_depth.push_back(shared.next(thread, samples.stack[row], samples.shared_depth[row], ends));
    }
  }
  return std::move(rewriter).finish(std::move(places));
}

}  // namespace profconv
