// SPDX-License-Identifier: Apache-2.0
// Making the tree along the dictionary's prefix tree, and walking it without recursion.
#include "writers/top/call_tree.h"

#include <algorithm>
#include <utility>

#include "profconv/errors.h"
#include "profconv/id_table.h"

namespace profconv::top {

namespace {

/// Calls by caller and name; node 0 calls the roots.
class Tree {
 public:
  struct Node {
    std::uint32_t caller = 0;
    std::uint32_t name = 0;
    std::int64_t self = 0;
    std::int64_t total = 0;
    std::vector<std::uint32_t> callees;
  };

  Tree(const Dictionary& dictionary, const FrameTotals& names)
      : dictionary_(dictionary), names_(names), nodes_(1), node_of_stack_(dictionary.stacks().size()) {}

  void add(StackId stack, std::int64_t value) {
    const std::uint32_t node = stack ? node_of(stack) : callee(0, FrameId{});
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
        return nodes_[a].total != nodes_[b].total ? nodes_[a].total > nodes_[b].total : name(a) < name(b);
      });
    }
  }

  [[nodiscard]] const Node& operator[](std::uint32_t node) const { return nodes_[node]; }
  [[nodiscard]] std::string_view name(std::uint32_t node) const { return names_.names()[nodes_[node].name]; }

 private:
  std::uint32_t callee(std::uint32_t caller, FrameId frame) {
    const std::uint32_t name = names_.name_of(frame);
    return known_.find_or_make(
        mix(mix(0, caller), name),
        [&](std::uint32_t n) { return nodes_[n].caller == caller && nodes_[n].name == name; },
        [&] {
          const std::uint32_t made = next_id(nodes_, "calls");
          nodes_.push_back({.caller = caller, .name = name, .callees = {}});
          nodes_[caller].callees.push_back(made);
          return made;
        });
  }

  std::uint32_t node_of(StackId stack) {
    path_.clear();
    for (; stack && node_of_stack_[stack.value] == 0; stack = dictionary_.stack(stack).parent) path_.push_back(stack);
    std::uint32_t node = node_of_stack_[stack.value];
    for (auto below = path_.rbegin(); below != path_.rend(); ++below) {
      node = callee(node, dictionary_.stack(*below).frame);
      node_of_stack_[below->value] = node;
    }
    return node;
  }

  const Dictionary& dictionary_;
  const FrameTotals& names_;
  std::vector<Node> nodes_;
  IdTable known_;
  std::vector<std::uint32_t> node_of_stack_;  ///< 0: none yet, but for the empty stack
  std::vector<StackId> path_;
};

}  // namespace

CallTree call_tree(const Dictionary& dictionary, const Profile& profile, std::size_t type, const Group& group,
                   const FrameTotals& names, std::int64_t least) {
  Tree tree(dictionary, names);
  const Samples& samples = profile.samples;
  for (const std::size_t row : group.rows) tree.add(samples.stack[row], samples.values[type][row]);
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
    result.calls.push_back({.name = tree.name(node), .depth = depth, .self = call.self, .total = call.total});
    open_callees(node, depth + 1);
  }
  return result;
}

}  // namespace profconv::top
