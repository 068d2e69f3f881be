// SPDX-License-Identifier: Apache-2.0
// Going down a NameTree, which itself knows parents only.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/names/name_tree.h"

namespace profconv {

/// The children of each node in the order of their numbers: those that are needed, or have such a node below them. The
/// first child of most nodes is the node right after them, which takes a bit; only other children are listed.
class NameChildren {
 public:
  using Node = NameTree::Node;

  /// `is_needed(node)` selects nodes. Nodes that are added to the tree later are left out.
  template <class IsNeeded>
  NameChildren(const NameTree& tree, IsNeeded is_needed)
      : has_next_(tree.size() / word_bits + 1), has_others_(has_next_.size()) {
    std::vector<bool> needed(tree.size());
    std::vector<Node> others;
    for (auto node = static_cast<Node>(tree.size() - 1); node != 0; --node) {
      if (!needed[node] && !is_needed(node)) continue;
      const Node parent = tree.parent(node);
      needed[parent] = true;
      if (parent == node - 1) {
        set(has_next_, parent);
      } else {
        set(has_others_, parent);
        others.push_back(node);
      }
    }
    list(tree, others);
  }

  [[nodiscard]] bool any(Node node) const { return has(has_next_, node) || has(has_others_, node); }
  /// The only child; 0 for no child, and for several.
  [[nodiscard]] Node only(Node node) const {
    if (!has(has_others_, node)) return has(has_next_, node) ? node + 1 : 0;
    const std::size_t group = group_of(node);
    return has(has_next_, node) || begins_[group + 1] - begins_[group] != 1 ? 0 : others_[begins_[group]];
  }
  template <class Take>
  void for_each(Node node, Take take) const {
    if (has(has_next_, node)) take(node + 1);
    if (!has(has_others_, node)) return;
    const std::size_t group = group_of(node);
    for (std::size_t i = begins_[group]; i < begins_[group + 1]; ++i) take(others_[i]);
  }

 private:
  using Bits = std::vector<std::uint64_t>;
  static constexpr std::size_t word_bits = 64;

  static bool has(const Bits& bits, Node node) { return (bits[node / word_bits] >> node % word_bits & 1) != 0; }
  static void set(Bits& bits, Node node) { bits[node / word_bits] |= std::uint64_t{1} << node % word_bits; }
  /// How many nodes before this one have listed children.
  [[nodiscard]] std::size_t group_of(Node node) const {
    const std::uint64_t before = (std::uint64_t{1} << node % word_bits) - 1;
    return groups_before_[node / word_bits] +
           static_cast<std::size_t>(std::popcount(has_others_[node / word_bits] & before));
  }
  void list(const NameTree& tree, const std::vector<Node>& others);

  Bits has_next_;                             ///< whether the node right after this one is its child
  Bits has_others_;                           ///< whether this one has listed children
  std::vector<std::uint32_t> groups_before_;  ///< by word of has_others_
  std::vector<std::uint32_t> begins_;         ///< of the children of each node that has any listed, in others_
  std::vector<Node> others_;
};

}  // namespace profconv
