// SPDX-License-Identifier: Apache-2.0
// Adding stacks by name, and walking them in order. No step recurses: a stack may be a million frames deep.
#include "core/names/name_tree.h"

#include <algorithm>
#include <limits>

#include "core/names/name_children.h"
#include "profconv/errors.h"

namespace profconv {

namespace {

constexpr std::uint32_t nodes_between_checks = 1U << 14;
// Of stacks below other nodes than the root only some places are remembered: from any frame that was added, one is no
// more than so many frames away towards the root.
constexpr std::size_t frames_between_places = 8;

}  // namespace

NameTree::NameTree(const Dictionary& dictionary, const NameTable& names, Start start)
    : stacks_(dictionary.stacks()),
      names_(&names),
      own_(start == Start::stacks ? static_cast<std::uint32_t>(stacks_.size()) : 1) {}

void NameTree::refuse_more() { throw LimitError("more than 4,294,967,294 distinct stacks"); }

NameTree::Node NameTree::other_child(Node parent, Name name) {
  return children_.find_or_make(
      mix(mix(0, parent), name), [&](Node node) { return is_child(node, parent, name); },
      [&] { return append(parent, name); });
}

NameTree::Node NameTree::placed(StackId stack, Node below) const {
  const auto is_same = [&](std::uint32_t id) { return placed_[id].below == below && placed_[id].stack == stack; };
  return placed_[placed_ids_.find(mix(mix(0, below), stack.value), is_same)].node;
}

void NameTree::place(StackId stack, Node below, Node node) {
  placed_ids_.add(mix(mix(0, below), stack.value), next_id(placed_, "distinct stacks"));
  placed_.push_back({below, stack, node});
}

NameTree::Node NameTree::node_of(StackId stack, Node below) {
  if (!stack) return below == 0 ? no_stack() : child(below, names_->of_no_stack());
  if (below != 0) return node_below(stack, below);
  return begins_with_stacks() ? stack.value : node_below_root(stack);
}

/// Goes up to the first frame that is known, and down from there.
NameTree::Node NameTree::node_below_root(StackId stack) {
  if (known_.empty()) {
    known_.resize(stacks_.size());
    added_.reserve(stacks_.size());
  }
  path_.clear();
  for (; stack && known_[stack.value] == 0; stack = stacks_[stack.value].parent) path_.push_back(stack);
  Node node = known_[stack.value];
  for (auto added = path_.rbegin(); added != path_.rend(); ++added) {
    node = child(node, names_->of_frame(stacks_[added->value].frame));
    known_[added->value] = node;
  }
  return node;
}

NameTree::Node NameTree::node_below(StackId stack, Node below) {
  path_.clear();
  Node node = 0;
  for (; stack && node == 0; stack = stacks_[stack.value].parent) {
    node = placed(stack, below);
    if (node == 0) path_.push_back(stack);
  }
  if (node == 0) node = below;
  for (std::size_t above = path_.size(); above-- > 0;) {
    node = child(node, names_->of_frame(stacks_[path_[above].value].frame));
    if (above % frames_between_places == 0) place(path_[above], below, node);
  }
  return node;
}

NameTree::Node NameTree::no_stack() {
  const Name name = names_->of_no_stack();
  if (no_stack_ == 0) no_stack_ = begins_with_stacks() ? append(0, name) : child(0, name);
  return no_stack_;
}

void NameTree::drop_index() {
  children_ = {};
  known_ = {};
  placed_ = {};
  placed_ids_ = {};
}

std::vector<NameTree::Name> NameTree::path(Node node) const {
  std::vector<Name> names;
  for (; node != 0; node = parent(node)) names.push_back(name(node));
  std::reverse(names.begin(), names.end());
  return names;
}

std::vector<std::uint32_t> NameTree::depths() const {
  std::vector<std::uint32_t> depths(size());
  for (Node node = 1; node < depths.size(); ++node) depths[node] = depths[parent(node)] + 1;
  return depths;
}

std::vector<std::uint32_t> NameTree::preorder(const Context& context) const {
  const NameChildren children(*this, [](Node) { return true; });
  const std::vector<std::uint32_t> ranks = names_->ranks();
  std::vector<std::uint32_t> places(size());
  std::vector<Node> open{0};  // the first to visit is last
  for (std::uint32_t place = 0; !open.empty(); ++place) {
    if (place % nodes_between_checks == 0) context.check_cancelled();
    const Node node = open.back();
    places[node] = place;
    open.pop_back();
    const auto siblings = static_cast<std::ptrdiff_t>(open.size());
    children.for_each(node, [&](Node child) { open.push_back(child); });
    if (open.end() - open.begin() - siblings < 2) continue;
    std::sort(open.begin() + siblings, open.end(), [&](Node a, Node b) { return ranks[name(a)] > ranks[name(b)]; });
  }
  return places;
}

}  // namespace profconv
