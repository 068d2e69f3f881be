// SPDX-License-Identifier: Apache-2.0
// Adding up along the prefix tree.
#include "profconv/frame_totals.h"

#include <unordered_map>

#include "profconv/errors.h"

namespace profconv {

namespace {

constexpr std::uint32_t nodes_between_checks = 4096;

void add(std::int64_t& into, std::int64_t value) {
  if (__builtin_add_overflow(into, value, &into)) throw OverflowError("what a function comes to leaves 64 bits");
}

/// The stacks in use as a tree that can be walked downwards.
struct Tree {
  std::vector<std::int64_t> totals;    ///< of the samples at a node and below
  std::vector<std::uint32_t> child;    ///< first one, 0: none
  std::vector<std::uint32_t> sibling;  ///< next one, 0: none
};

Tree make_tree(const Dictionary& dictionary, std::vector<bool> used, const std::vector<std::int64_t>& self) {
  const auto stacks = dictionary.stacks();
  Tree tree{.totals = self, .child = {}, .sibling = {}};
  tree.child.resize(stacks.size());
  tree.sibling.resize(stacks.size());
  for (std::size_t i = stacks.size(); i-- > 1;) {
    if (!used[i]) continue;
    const std::uint32_t parent = stacks[i].parent.value;
    used[parent] = true;
    add(tree.totals[parent], tree.totals[i]);
    tree.sibling[i] = tree.child[parent];
    tree.child[parent] = static_cast<std::uint32_t>(i);
  }
  return tree;
}

}  // namespace

FrameTotals::FrameTotals(const Dictionary& dictionary, bool with_modules, const Context* context)
    : dictionary_(dictionary), context_(context), frame_names_(dictionary, with_modules) {
  std::unordered_map<std::string_view, std::uint32_t> ids;
  for (std::size_t i = 0; i < dictionary.frames().size(); ++i) {
    const std::string_view name = i == 0 ? no_stack_name : frame_names_[FrameId{static_cast<std::uint32_t>(i)}];
    const auto [found, is_new] = ids.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
    if (is_new) names_.push_back(name);
    name_of_frame_.push_back(found->second);
  }
}

/// Walks the tree with a list instead of recursion: stacks may be a million frames deep.
void FrameTotals::add_totals(const std::vector<std::int64_t>& self, std::vector<bool> used,
                             std::vector<FrameTotal>& frames) const {
  const Tree tree = make_tree(dictionary_, std::move(used), self);
  std::vector<std::uint32_t> times_on_path(frames.size());
  std::vector<std::uint32_t> path;
  std::uint32_t next = tree.child[0];
  while (next != 0 || !path.empty()) {
    if (next != 0) {
      if (context_ != nullptr && next % nodes_between_checks == 0) context_->check_cancelled();
      const std::uint32_t name = name_of(StackId{next});
      if (times_on_path[name]++ == 0) add(frames[name].total, tree.totals[next]);
      path.push_back(next);
      next = tree.child[next];
    } else {
      --times_on_path[name_of(StackId{path.back()})];
      next = tree.sibling[path.back()];
      path.pop_back();
    }
  }
}

std::vector<FrameTotal> FrameTotals::of(const Samples& samples, std::size_t value_index,
                                        const std::function<bool(std::size_t)>& counts) const {
  std::vector<FrameTotal> frames;
  frames.reserve(names_.size());
  for (const std::string_view name : names_) frames.push_back({.name = name});
  std::vector<std::int64_t> self(dictionary_.stacks().size());
  std::vector<bool> used(self.size());
  for (std::size_t row = 0; row < samples.size(); ++row) {
    if (counts && !counts(row)) continue;
    const StackId stack = samples.stack[row];
    const std::int64_t value = samples.values[value_index][row];
    used[stack.value] = true;
    add(self[stack.value], value);
    add(frames[name_of(stack)].self, value);
  }
  add(frames[name_of(StackId{})].total, self[0]);
  add_totals(self, std::move(used), frames);
  return frames;
}

}  // namespace profconv
