// SPDX-License-Identifier: Apache-2.0
// Adding up, ordering and pruning. It does not recurse: a stack may be a million frames deep.
#include "writers/top/call_tree.h"

#include <algorithm>
#include <utility>

#include "core/names/name_children.h"
#include "core/names/name_totals.h"
#include "profconv/errors.h"

namespace profconv::top {

namespace {

/// A tree and what its calls come to.
class Calls {
 public:
  using Node = NameTree::Node;

  Calls(const Profile& profile, std::size_t type, const Group& group, NameTree tree) : tree_(std::move(tree)) {
    const Samples& samples = profile.samples;
    for (const std::size_t row : group.rows) add(tree_.node_of(samples.stack[row]), samples.values[type][row]);
    self_.resize(tree_.size());
    is_used_.resize(tree_.size());
    totals_ = self_;
    if (add_up(tree_, totals_) != 0) throw OverflowError("the total of a call does not fit into 64 bits");
  }

  /// The calls of at least `least` from the root on, the largest of each caller first.
  CallTree from_root(std::int64_t least) const {
    const NameChildren callees(tree_, [&](Node node) { return is_used_[node]; });
    CallTree result;
    std::vector<Open> open;  // the first to tell is last
    const auto open_callees = [&](Node node, std::size_t depth) {
      const auto first = static_cast<std::ptrdiff_t>(open.size());
      callees.for_each(node, [&](Node callee) { open.push_back({callee, depth}); });
      std::sort(open.begin() + first, open.end(),
                [&](const Open& a, const Open& b) { return is_before(b.node, a.node); });
    };
    open_callees(0, 0);
    while (!open.empty()) {
      const auto [node, depth] = open.back();
      open.pop_back();
      const Call call{.name = name(node), .depth = depth, .self = self_[node], .total = totals_[node]};
      if (call.total < least && call.total > -least) {
        ++result.left_out;
        continue;
      }
      result.calls.push_back(call);
      open_callees(node, depth + 1);
    }
    return result;
  }

 private:
  struct Open {
    Node node;
    std::size_t depth;
  };

  void add(Node node, std::int64_t value) {
    if (node >= self_.size()) {
      self_.resize(tree_.size());
      is_used_.resize(tree_.size());
    }
    is_used_[node] = true;
    if (__builtin_add_overflow(self_[node], value, &self_[node])) {
      throw OverflowError("the total of a stack does not fit into 64 bits");
    }
  }

  [[nodiscard]] std::string_view name(Node node) const { return tree_.names().text(tree_.name(node)); }
  [[nodiscard]] bool is_before(Node a, Node b) const {
    return totals_[a] != totals_[b] ? totals_[a] > totals_[b] : name(a) < name(b);
  }

  NameTree tree_;
  std::vector<std::int64_t> self_;
  std::vector<std::int64_t> totals_;
  std::vector<bool> is_used_;  ///< whether a sample ends there
};

}  // namespace

CallTree call_tree(const Profile& profile, std::size_t type, const Group& group, NameTree tree, std::int64_t least) {
  return Calls(profile, type, group, std::move(tree)).from_root(least);
}

}  // namespace profconv::top
