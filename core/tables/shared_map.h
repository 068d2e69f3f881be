// SPDX-License-Identifier: Apache-2.0
// A sorted map whose copies share what they have in common: a copy takes no time, and a change of one of them as much
// time and memory as the tree is deep. (A treap with shared nodes: Blelloch and others, Just Join for Parallel Ordered
// Sets, 2016.)
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "core/tables/id_table.h"

namespace profconv {

template <class Key, class Value>
class SharedMap {
 public:
  struct Entry {
    Key key;
    Value value;
  };

  /// The last entry whose key is `key` or less; null: none. It is valid as long as a map has it.
  [[nodiscard]] const Entry* last_up_to(const Key& key) const {
    const Entry* last = nullptr;
    for (const Node* node = root_.get(); node != nullptr;) {
      const bool is_after = key < node->entry.key;
      if (!is_after) last = &node->entry;
      node = is_after ? node->left.get() : node->right.get();
    }
    return last;
  }

  /// Replaces the entries whose keys are at least `begin` and less than `end` by one. No other entry may have its key.
  void replace(const Key& begin, const Key& end, Entry entry) {
    const auto [before, rest] = split(root_, begin);
    const auto [replaced, after] = split(rest, end);
    const Link added = make(std::move(entry), mix(0, ++added_), nullptr, nullptr);
    root_ = joined(joined(before, added), after);
  }

 private:
  struct Node;
  using Link = std::shared_ptr<const Node>;
  /// No node has a larger priority than the one above it: as these are arbitrary, the tree is not deep.
  struct Node {
    Entry entry;
    std::uint64_t priority = 0;
    Link left;
    Link right;
  };

  static Link make(Entry entry, std::uint64_t priority, Link left, Link right) {
    return std::make_shared<const Node>(Node{std::move(entry), priority, std::move(left), std::move(right)});
  }

  /// The entries before a key, and the others.
  static std::pair<Link, Link> split(const Link& node, const Key& key) {
    if (node == nullptr) return {};
    if (node->entry.key < key) {
      auto [left, right] = split(node->right, key);
      return {make(node->entry, node->priority, node->left, std::move(left)), std::move(right)};
    }
    auto [left, right] = split(node->left, key);
    return {std::move(left), make(node->entry, node->priority, std::move(right), node->right)};
  }

  /// All entries, where those of `left` are before those of `right`.
  static Link joined(const Link& left, const Link& right) {
    if (left == nullptr || right == nullptr) return left == nullptr ? right : left;
    if (left->priority > right->priority) {
      return make(left->entry, left->priority, left->left, joined(left->right, right));
    }
    return make(right->entry, right->priority, joined(left, right->left), right->right);
  }

  Link root_;
  std::uint64_t added_ = 0;  ///< entries so far, also in the maps that this one was copied from
};

}  // namespace profconv
