// SPDX-License-Identifier: Apache-2.0
// The stacks of a dictionary as their names make them: stacks whose frames are called the same are one node.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "profconv/context.h"
#include "profconv/dictionary.h"
#include "profconv/stack_depths.h"

namespace profconv {

/// A prefix tree over names. A node is the first stack that was interned with its names; 0 is the root, and the stack
/// without frames is a child of the root, with a frame of its own.
class NameTree {
 public:
  using Node = std::uint32_t;

  /// `names` holds one name for each frame of the dictionary, and at last that of the stack without frames.
  NameTree(const Dictionary& dictionary, std::span<const std::string_view> names);

  [[nodiscard]] Node node(StackId stack) const { return stack ? first_of(stack.value) : no_stack_; }
  [[nodiscard]] Node parent(Node node) const {
    return node >= end_ ? 0 : first_of(dictionary_->stack(StackId{node}).parent.value);
  }
  [[nodiscard]] FrameId frame(Node node) const {
    return node >= end_ ? no_frame_ : dictionary_->stack(StackId{node}).frame;
  }
  [[nodiscard]] std::size_t depth(Node node) const { return node >= end_ ? 1 : depths_[StackId{node}]; }

  /// The place of every node in a walk that visits a node before its children, and children by the bytes of their
  /// names.
  [[nodiscard]] std::vector<std::uint32_t> preorder(const Context& context) const;

 private:
  struct Children;
  struct Known;

  [[nodiscard]] Node first_of(std::uint32_t stack) const { return first_.empty() ? stack : first_[stack]; }
  [[nodiscard]] Node find_first(Known& known, Node parent_node, std::uint32_t rank, Node node) const;
  void unite_equal_names();
  void sort_children(Children& children, Node of) const;

  const Dictionary* dictionary_;
  StackDepths depths_;
  Node end_;  ///< one past the dictionary's stacks: the stack without frames, unless a frame has its name
  Node no_stack_;
  FrameId no_frame_;                  ///< one past the dictionary's frames
  std::vector<std::uint32_t> ranks_;  ///< of frames by name; equal names have equal ranks
  std::vector<Node> first_;           ///< the node of each stack; empty: each stack is its own
};

}  // namespace profconv
