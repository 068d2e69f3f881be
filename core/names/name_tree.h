// SPDX-License-Identifier: Apache-2.0
// Stacks as an output shows them: a prefix tree over names, in which stacks whose frames are called the same are one
// node. Flame graphs, collapsed stacks, tables of calls and time lines are made from it.
//
//   dictionary           NameTree          node_of(main -> read at 0x10) == node_of(main -> read at 0x20)
//   main                 main
//     read at 0x10         read
//     read at 0x20         write
//     write
//
// Where all frames have names of their own, the dictionary's prefix tree is that tree already: node i is stack i, and
// nothing is copied. Otherwise a tree begins with its root, and stacks are added as they are looked up, each frame
// once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/names/name_table.h"
#include "core/tables/id_table.h"
#include "profconv/context.h"
#include "profconv/dictionary.h"
#include "profconv/limits.h"

namespace profconv {

/// Node 0 is the root and has no name; parents have smaller numbers than their children. Refers to the dictionary's
/// stacks and to the names, which must outlive it. Values of nodes are the caller's: a column by node, or less.
class NameTree {
 public:
  using Node = std::uint32_t;
  using Name = NameTable::Name;

  /// What a tree begins with.
  enum class Start : std::uint8_t {
    root,    ///< the root alone
    stacks,  ///< the dictionary's stacks, also those whose frames are called the same
  };

  NameTree(const Dictionary& dictionary, const NameTable& names, Start start);
  /// A tree without siblings of one name, at the least cost.
  NameTree(const Dictionary& dictionary, const NameTable& names)
      : NameTree(dictionary, names, names.are_distinct() ? Start::stacks : Start::root) {}

  /// The node of a stack below `below` (such as a thread), which is added if it is new. The stack without frames is a
  /// child with a name. Takes time for those frames only that no stack looked up before has. Throws LimitError.
  Node node_of(StackId stack, Node below = 0);
  /// The node that node_of(stack) has returned.
  [[nodiscard]] Node node(StackId stack) const {
    if (!stack) return no_stack_;
    return begins_with_stacks() ? stack.value : known_[stack.value];
  }
  /// The child of that name, which is added if it is new. The parent is the root or a node that was added: children
  /// that a tree began with are not found. Throws LimitError.
  Node child(Node parent, Name name) {
    // A first child mostly is the node right after its parent: only other children are in the table.
    const Node next = parent + 1;
    if (next == size()) return append(parent, name);
    return is_child(next, parent, name) ? next : other_child(parent, name);
  }
  /// A new child, even if there is one of that name. Throws LimitError.
  Node append(Node parent, Name name) {
    if (size() > Limits::most_entries) refuse_more();
    added_.push_back({parent, name});
    return static_cast<Node>(size() - 1);
  }
  /// Frees what the functions above need, which must not be called any more.
  void drop_index();

  [[nodiscard]] std::size_t size() const { return own_ + added_.size(); }
  [[nodiscard]] Node parent(Node node) const {
    return node < own_ ? stacks_[node].parent.value : added_[node - own_].parent;
  }
  [[nodiscard]] Name name(Node node) const {
    return node < own_ ? names_->of_frame(stacks_[node].frame) : added_[node - own_].name;
  }
  [[nodiscard]] const NameTable& names() const { return *names_; }
  /// The names of a node's stack, root first.
  [[nodiscard]] std::vector<Name> path(Node node) const;
  /// How many frames each node's stack has.
  [[nodiscard]] std::vector<std::uint32_t> depths() const;
  /// The position of each node in a walk that visits nodes before their children, and children in the order of the
  /// bytes of their names. Throws Cancelled.
  [[nodiscard]] std::vector<std::uint32_t> preorder(const Context& context) const;

 private:
  /// A node that is not one of the dictionary's.
  struct Added {
    Node parent;
    Name name;
  };
  /// The node of a stack below another node than the root.
  struct Placed {
    Node below;
    StackId stack;
    Node node;
  };

  [[nodiscard]] bool begins_with_stacks() const { return own_ > 1; }
  [[nodiscard]] Node no_stack();
  [[nodiscard]] bool is_child(Node node, Node of, Name name) const {
    return parent(node) == of && this->name(node) == name;
  }
  [[noreturn]] static void refuse_more();
  Node other_child(Node parent, Name name);
  Node node_below_root(StackId stack);
  Node node_below(StackId stack, Node below);
  [[nodiscard]] Node placed(StackId stack, Node below) const;
  void place(StackId stack, Node below, Node node);

  std::span<const StackNode> stacks_;
  const NameTable* names_;
  std::uint32_t own_;  ///< nodes that are stacks of the dictionary, or the root alone
  std::vector<Added> added_;
  IdTable children_;  ///< added nodes that are not right after their parent
  Node no_stack_ = 0;
  std::vector<Node> known_;  ///< by stack, below the root; 0: not looked up yet
  std::vector<Placed> placed_ = std::vector<Placed>(1);
  IdTable placed_ids_;
  std::vector<StackId> path_;
};

}  // namespace profconv
