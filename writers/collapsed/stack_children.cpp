// SPDX-License-Identifier: Apache-2.0
// Finding children: parents stand before them, so that one pass from the end knows which are needed.
#include "writers/collapsed/stack_children.h"

namespace profconv::collapsed {

StackChildren::StackChildren(const StackTree& tree) : tree_(tree), is_next_(tree.size() + 1), has_others_(tree.size()) {
  std::vector<bool> needed(tree.size());
  for (Node node = static_cast<Node>(tree.size()) - 1; node != 0; --node) {
    if (!needed[node] && !tree.has_value(node)) continue;
    const Node parent = tree.parent(node);
    needed[parent] = true;
    if (parent == node - 1) {
      is_next_[node] = true;
    } else {
      add_other(parent, node);
    }
  }
}

void StackChildren::add_other(Node parent, Node node) {
  const auto added = static_cast<std::uint32_t>(others_.size());
  others_.push_back({node, 0});
  has_others_[parent] = true;
  const std::uint32_t first = first_other_.find_or_make(
      mix(0, parent), [&](std::uint32_t id) { return tree_.parent(others_[id].node) == parent; },
      [&] { return added; });
  if (first == added) return;
  others_[added].next = others_[first].next;
  others_[first].next = added;
}

}  // namespace profconv::collapsed
