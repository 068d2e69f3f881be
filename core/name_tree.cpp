// SPDX-License-Identifier: Apache-2.0
// Uniting stacks by name, and walking them in order. No step recurses: a stack may be a million frames deep.
#include "name_tree.h"

#include <algorithm>
#include <utility>

#include "profconv/id_table.h"
#include "profconv/text_order.h"

namespace profconv {

namespace {

constexpr std::uint32_t nodes_between_checks = 1U << 14;

/// The place of each name among the distinct names, and how many of those there are.
std::uint32_t rank_names(std::span<const std::string_view> names, std::vector<std::uint32_t>& ranks) {
  const std::vector<std::uint32_t> order = order_of(names);
  ranks.resize(names.size());
  std::uint32_t rank = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i != 0 && names[order[i]] != names[order[i - 1]]) ++rank;
    ranks[order[i]] = rank;
  }
  return names.empty() ? 0 : rank + 1;
}

}  // namespace

/// The tree downwards, as linked lists of siblings.
struct NameTree::Children {
  std::vector<Node> first;
  std::vector<Node> next;
  std::vector<Node> scratch;
};

NameTree::NameTree(const Dictionary& dictionary, std::span<const std::string_view> names)
    : dictionary_(&dictionary),
      depths_(dictionary),
      end_(static_cast<Node>(dictionary.stacks().size())),
      no_stack_(end_),
      no_frame_{static_cast<std::uint32_t>(dictionary.frames().size())} {
  if (rank_names(names, ranks_) != names.size()) unite_equal_names();
}

/// Nodes by parent and name while they are found. Most nodes have one child, so that only others need the table.
struct NameTree::Known {
  std::vector<Node> first_child;
  IdTable others;
};

NameTree::Node NameTree::find_first(Known& known, Node parent_node, std::uint32_t rank, Node node) const {
  Node& child = known.first_child[parent_node];
  if (child == 0) child = node;
  if (child == node || ranks_[frame(child).value] == rank) return child;
  return known.others.find_or_make(
      mix(mix(0, parent_node), rank),
      [&](Node other) { return parent(other) == parent_node && ranks_[frame(other).value] == rank; },
      [&] { return node; });
}

void NameTree::unite_equal_names() {
  Known known{.first_child = std::vector<Node>(end_), .others = {}};
  first_.resize(end_);
  for (Node stack = 1; stack < end_; ++stack) {
    const StackNode& raw = dictionary_->stack(StackId{stack});
    first_[stack] = find_first(known, first_[raw.parent.value], ranks_[raw.frame.value], stack);
  }
  no_stack_ = find_first(known, 0, ranks_[no_frame_.value], end_);
}

void NameTree::sort_children(Children& children, Node of) const {
  std::vector<Node>& siblings = children.scratch;
  siblings.clear();
  for (Node child = children.first[of]; child != 0; child = children.next[child]) siblings.push_back(child);
  if (siblings.size() < 2) return;
  std::sort(siblings.begin(), siblings.end(),
            [&](Node a, Node b) { return ranks_[frame(a).value] < ranks_[frame(b).value]; });
  children.first[of] = siblings.front();
  for (std::size_t i = 0; i + 1 < siblings.size(); ++i) children.next[siblings[i]] = siblings[i + 1];
  children.next[siblings.back()] = 0;
}

std::vector<std::uint32_t> NameTree::preorder(const Context& context) const {
  Children children{.first = std::vector<Node>(end_ + 1U), .next = std::vector<Node>(end_ + 1U), .scratch = {}};
  for (Node node = end_; node != 0; --node) {
    if (node == end_ ? no_stack_ != end_ : first_of(node) != node) continue;
    children.next[node] = std::exchange(children.first[parent(node)], node);
  }
  std::vector<std::uint32_t> places(end_ + 1U);
  std::uint32_t place = 0;
  for (Node node = 0;;) {
    if (place % nodes_between_checks == 0) context.check_cancelled();
    places[node] = place++;
    if (children.first[node] != 0) {
      sort_children(children, node);
      node = children.first[node];
      continue;
    }
    while (node != 0 && children.next[node] == 0) node = parent(node);
    if (node == 0) return places;
    node = children.next[node];
  }
}

}  // namespace profconv
