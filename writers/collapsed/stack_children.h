// SPDX-License-Identifier: Apache-2.0
// Going down a StackTree, which itself knows parents alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profconv/id_table.h"
#include "writers/collapsed/stack_tree.h"

namespace profconv::collapsed {

/// The children of each node, of those that have a value at or below them. The first child of most nodes stands right
/// behind them, so that only the others are listed.
class StackChildren {
 public:
  using Node = StackTree::Node;

  /// The tree must outlive the children, and grow no more.
  explicit StackChildren(const StackTree& tree);

  [[nodiscard]] bool any(Node node) const { return has_next(node) || has_others_[node]; }
  /// The only child; 0 where there is none, or several.
  [[nodiscard]] Node only(Node node) const {
    if (!has_others_[node]) return has_next(node) ? node + 1 : 0;
    const Other& first = others_[first_other(node)];
    return has_next(node) || first.next != 0 ? 0 : first.node;
  }
  template <class Take>
  void for_each(Node node, Take take) const {
    if (has_next(node)) take(node + 1);
    if (!has_others_[node]) return;
    for (std::uint32_t at = first_other(node); at != 0; at = others_[at].next) take(others_[at].node);
  }

 private:
  /// A child that does not stand right behind its parent.
  struct Other {
    Node node;
    std::uint32_t next;  ///< of the same parent; 0: none
  };

  [[nodiscard]] bool has_next(Node node) const { return is_next_[node + std::size_t{1}]; }
  [[nodiscard]] std::uint32_t first_other(Node node) const {
    return first_other_.find(mix(0, node), [&](std::uint32_t id) { return tree_.parent(others_[id].node) == node; });
  }
  void add_other(Node parent, Node node);

  const StackTree& tree_;
  std::vector<bool> is_next_;     ///< whether a node is needed and a child of the node before it
  std::vector<bool> has_others_;  ///< by parent
  std::vector<Other> others_ = std::vector<Other>(1);
  IdTable first_other_;
};

}  // namespace profconv::collapsed
