// SPDX-License-Identifier: Apache-2.0
// Adding up along a tree of names.
#include "core/names/name_totals.h"

#include "core/names/name_children.h"
#include "profconv/errors.h"

namespace profconv {

void add_value(std::int64_t& into, std::int64_t value) {
  if (__builtin_add_overflow(into, value, &into)) {
    throw OverflowError("the value of a function overflows a 64-bit integer");
  }
}

NameTree::Node add_up(const NameTree& tree, std::span<std::int64_t> values) {
  for (auto node = static_cast<NameTree::Node>(values.size() - 1); node != 0; --node) {
    std::int64_t& into = values[tree.parent(node)];
    if (__builtin_add_overflow(into, values[node], &into)) return node;
  }
  return 0;
}

/// Walks the tree with lists instead of recursion: stacks may be a million frames deep.
std::vector<std::int64_t> totals_by_name(const NameTree& tree, std::span<const std::int64_t> self,
                                         const Context* context) {
  const NameChildren children(tree, [&](NameTree::Node node) { return self[node] != 0; });
  struct Entered {
    NameTree::Name name;
    std::int64_t sum;  // of the node and those below it that are done
    std::size_t open;  // how many nodes are still open once all below this one are done
  };
  std::vector<std::int64_t> totals(tree.names().size());
  std::vector<std::uint32_t> times_on_path(totals.size());
  std::vector<Entered> path{{.name = 0, .sum = self[0], .open = 0}};
  std::vector<NameTree::Node> open;
  const auto open_children = [&](NameTree::Node node) {
    children.for_each(node, [&](NameTree::Node child) { open.push_back(child); });
  };
  open_children(0);
  while (!open.empty()) {
    const NameTree::Node node = open.back();
    open.pop_back();
    if (context != nullptr && node % Context::steps_between_checks == 0) context->check_cancelled();
    const NameTree::Name name = tree.name(node);
    ++times_on_path[name];
    path.push_back({name, self[node], open.size()});
    open_children(node);
    while (path.size() > 1 && path.back().open == open.size()) {
      const Entered left = path.back();
      path.pop_back();
      if (--times_on_path[left.name] == 0) add_value(totals[left.name], left.sum);
      add_value(path.back().sum, left.sum);
    }
  }
  return totals;
}

}  // namespace profconv
