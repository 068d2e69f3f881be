// SPDX-License-Identifier: Apache-2.0
// Making the tree along the dictionary's prefix tree, and walking it without recursion.
#include "writers/top/call_tree.h"

#include <algorithm>
#include <unordered_map>

#include "profconv/errors.h"

namespace profconv::top {

namespace {

/// Calls by parent and name.
class Tree {
 public:
  struct Node {
    std::string_view name;
    std::int64_t self = 0;
    std::int64_t total = 0;
    std::vector<std::uint32_t> callees;
  };

  Tree(const Dictionary& dictionary, const std::vector<std::string_view>& names)
      : dictionary_(dictionary), names_(names), node_of_stack_(dictionary.stacks().size()) {
    nodes_.emplace_back();
  }

  void add(StackId stack, std::int64_t value) {
    const std::uint32_t node = stack ? node_of(stack) : callee(0, names_.front());
    if (__builtin_add_overflow(nodes_[node].self, value, &nodes_[node].self)) {
      throw OverflowError("what a stack comes to does not fit into 64 bits");
    }
  }

  /// Callees stand behind their callers.
  void add_up() {
    for (std::size_t i = nodes_.size(); i-- > 0;) {
      Node& node = nodes_[i];
      node.total = node.self;
      for (const std::uint32_t c : node.callees) {
        if (__builtin_add_overflow(node.total, nodes_[c].total, &node.total)) {
          throw OverflowError("what a call comes to does not fit into 64 bits");
        }
      }
      std::sort(node.callees.begin(), node.callees.end(), [&](std::uint32_t a, std::uint32_t b) {
        const Node& first = nodes_[a];
        const Node& second = nodes_[b];
        return first.total != second.total ? first.total > second.total : first.name < second.name;
      });
    }
  }

  [[nodiscard]] const Node& operator[](std::uint32_t node) const { return nodes_[node]; }

 private:
  std::uint32_t callee(std::uint32_t caller, std::string_view name) {
    const auto [place, is_new] = by_name_[caller].try_emplace(name, static_cast<std::uint32_t>(nodes_.size()));
    if (is_new) {
      nodes_.push_back({.name = name, .callees = {}});
      nodes_[caller].callees.push_back(place->second);
    }
    return place->second;
  }

  std::uint32_t node_of(StackId stack) {
    path_.clear();
    for (; stack && node_of_stack_[stack.value] == 0; stack = dictionary_.stack(stack).parent) path_.push_back(stack);
    std::uint32_t node = node_of_stack_[stack.value];
    for (auto below = path_.rbegin(); below != path_.rend(); ++below) {
      node = callee(node, names_[dictionary_.stack(*below).frame.value]);
      node_of_stack_[below->value] = node;
    }
    return node;
  }

  const Dictionary& dictionary_;
  const std::vector<std::string_view>& names_;
  std::vector<Node> nodes_;
  std::unordered_map<std::uint32_t, std::unordered_map<std::string_view, std::uint32_t>> by_name_;
  std::vector<std::uint32_t> node_of_stack_;  ///< 0: none yet, but for the empty stack
  std::vector<StackId> path_;
};

}  // namespace

CallTree call_tree(const Dictionary& dictionary, const Profile& profile, std::size_t type, const Group& group,
                   const std::vector<std::string_view>& names, std::int64_t least) {
  Tree tree(dictionary, names);
  const Samples& samples = profile.samples;
  for (std::size_t row = 0; row < samples.size(); ++row) {
    if (group.rows[row]) tree.add(samples.stack[row], samples.values[type][row]);
  }
  tree.add_up();
  CallTree result;
  std::vector<std::pair<std::uint32_t, std::size_t>> open;
  const auto open_callees = [&](std::uint32_t node, std::size_t depth) {
    const auto& callees = tree[node].callees;
    for (auto c = callees.rbegin(); c != callees.rend(); ++c) open.emplace_back(*c, depth);
  };
  open_callees(0, 0);
  while (!open.empty()) {
    const auto [node, depth] = open.back();
    open.pop_back();
    const Tree::Node& call = tree[node];
    if (call.total < least && call.total > -least) {
      ++result.left_out;
      continue;
    }
    result.calls.push_back({.name = call.name, .depth = depth, .self = call.self, .total = call.total});
    open_callees(node, depth + 1);
  }
  return result;
}

}  // namespace profconv::top
