// SPDX-License-Identifier: Apache-2.0
// Listing children by parent: counted, then placed.
#include "core/names/name_children.h"

namespace profconv {

/// `others` are given from the last to the first.
void NameChildren::list(const NameTree& tree, const std::vector<Node>& others) {
  std::uint32_t groups = 0;
  groups_before_.reserve(has_others_.size());
  for (const std::uint64_t word : has_others_) {
    groups_before_.push_back(groups);
    groups += static_cast<std::uint32_t>(std::popcount(word));
  }
  begins_.resize(std::size_t{groups} + 1);
  for (const Node node : others) ++begins_[group_of(tree.parent(node))];
  std::uint32_t end = 0;
  for (std::uint32_t& begin : begins_) begin = end += begin;
  others_.resize(others.size());
  for (const Node node : others) others_[--begins_[group_of(tree.parent(node))]] = node;
}

}  // namespace profconv
