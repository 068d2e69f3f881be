// SPDX-License-Identifier: Apache-2.0
// The frames of a picture as a tree: what is called the same below one frame is one node.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "profconv/id_table.h"
#include "profconv/profile.h"
#include "writers/flamegraph/frame_names.h"
#include "writers/flamegraph/settings.h"

namespace profconv::flamegraph {

/// Parents come before their children; node 0 stands for everything.
class FlameTree {
 public:
  using Node = std::uint32_t;

  FlameTree() = default;
  /// The stacks of a dictionary as they are: node i is stack i. Its frames must have distinct names.
  FlameTree(const Dictionary& dictionary, const Names& names);

  /// The child of that name, which is made where there is none.
  Node child(Node parent, Names::Name name);
  /// A new child, though there may be one of that name.
  Node append(Node parent, Names::Name name);
  /// The name of a child that is no frame: room for what its parent does between the frames that it calls.
  static constexpr Names::Name gap = UINT32_MAX;

  [[nodiscard]] std::size_t size() const { return parents_.size(); }
  [[nodiscard]] Node parent(Node node) const { return parents_[node]; }
  [[nodiscard]] Names::Name name(Node node) const { return names_[node]; }
  [[nodiscard]] bool is_gap(Node node) const { return names_[node] == gap; }
  /// The stack of a node, for messages.
  [[nodiscard]] std::string text(Node node, const Names& names) const;

  /// What samples that end in each node come to: of what was measured, and of the base it is compared with.
  std::vector<std::int64_t> own{0};
  std::vector<std::int64_t> own_base;  ///< empty: the profile is no comparison

  [[nodiscard]] bool is_comparison() const { return !own_base.empty(); }

 private:
  std::vector<Node> parents_{0};
  std::vector<Names::Name> names_{0};
  IdTable children_;
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
