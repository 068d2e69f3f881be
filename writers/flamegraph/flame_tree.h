// SPDX-License-Identifier: Apache-2.0
// The frames of a picture as a tree, with the values that decide how wide they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/names/name_tree.h"
#include "profconv/profile.h"
#include "writers/flamegraph/frame_names.h"
#include "writers/flamegraph/settings.h"

namespace profconv::flamegraph {

/// A tree of names with the values of what ends in each node.
struct FlameTree {
  using Node = NameTree::Node;
  /// The name of a child that is no frame: room for what its parent does between the frames that it calls.
  static constexpr Names::Name gap = UINT32_MAX;

  [[nodiscard]] std::size_t size() const { return nodes.size(); }
  [[nodiscard]] bool is_gap(Node node) const { return nodes.name(node) == gap; }
  [[nodiscard]] bool is_comparison() const { return !own_base.empty(); }
  /// The stack of a node, for messages.
  [[nodiscard]] std::string text(Node node) const;

  NameTree nodes;
  /// What samples that end in each node come to: of what was measured, and of the base it is compared with.
  std::vector<std::int64_t> own;
  std::vector<std::int64_t> own_base;  ///< empty: the profile is no comparison
};

/// What a tree is made of, and what was left out of it.
struct Stacks {
  FlameTree tree;
  std::uint64_t without_base = 0;  ///< samples whose stack has none of Settings::bases
};

/// Throws WriteError for values that have no width: negative ones, and sums that leave 64 bits.
[[nodiscard]] Stacks stacks_of(const Dictionary& dictionary, const Profile& profile, const Settings& settings,
                               Names& names, const Context& context);

}  // namespace profconv::flamegraph
