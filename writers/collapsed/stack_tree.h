// SPDX-License-Identifier: Apache-2.0
// The lines of a profile in the order of their bytes, without a text for each.
//
// The order comes from walking the prefix tree. At every node two kinds of things compete: "a", the line that ends
// here, and "a;", all lines that go on. Sorted as these texts among their siblings they give the order of whole lines,
// also where a sibling is called "a b" and belongs between the two. Stacks whose frames are called the same meet on the
// way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "profconv/id_table.h"
#include "writers/collapsed/line_names.h"
#include "writers/collapsed/lines.h"

namespace profconv::collapsed {

/// A prefix tree of named frames with a value at those nodes where a sample ends.
class StackTree {
 public:
  using Node = std::uint32_t;
  using Name = LineNames::Name;

  /// Begins with stacks of a dictionary, which must outlive the tree: node i is stack i, and 0 the root.
  /// `values`: as many are expected at most.
  StackTree(std::span<const StackNode> stacks, std::size_t values) : stacks_(stacks), has_value_(stacks.size()) {
    values_.reserve(values + 1);
  }

  /// Parents come before their children.
  Node add(Node parent, Name name);
  [[nodiscard]] std::size_t size() const { return has_value_.size(); }
  [[nodiscard]] Node parent(Node node) const {
    return node < stacks_.size() ? stacks_[node].parent.value : added_[node - stacks_.size()].parent;
  }
  [[nodiscard]] Name name(Node node) const {
    return node < stacks_.size() ? LineNames::of_frame(stacks_[node].frame) : added_[node - stacks_.size()].name;
  }
  [[nodiscard]] bool has_value(Node node) const { return has_value_[node]; }
  /// The value of a node that has one.
  [[nodiscard]] const LineValue& value(Node node) const {
    return values_[places_.find(mix(0, node), [&](Place place) { return values_[place].node == node; })].value;
  }
  /// The value of a node, which it has from now on.
  [[nodiscard]] LineValue& make_value(Node node);
  /// The line of a node, for messages.
  [[nodiscard]] std::string text(Node node, const LineNames& names) const;

  /// Writes every line once, sorted by the bytes of its stack.
  void write(LineNames& names, const ValueType& type, Lines& lines) const;

 private:
  struct Added {
    Node parent;
    Name name;
  };
  struct Valued {
    Node node = 0;
    LineValue value;
  };
  using Place = std::uint32_t;

  std::span<const StackNode> stacks_;
  std::vector<Added> added_;
  std::vector<bool> has_value_;  ///< of each node
  std::vector<Valued> values_ = std::vector<Valued>(1);
  IdTable places_;  ///< of values
};

}  // namespace profconv::collapsed
