// SPDX-License-Identifier: Apache-2.0
// Going down trees of names.
#include "core/names/name_children.h"

#include <random>
#include <vector>

#include "support/catch.h"
#include "unit/name_trees.h"

namespace profconv::test {

namespace {

using Nodes = std::vector<NameTree::Node>;

/// What NameChildren should say, by looking at every node.
std::vector<Nodes> children_by_hand(const NameTree& tree, const std::vector<bool>& chosen) {
  std::vector<bool> needed = chosen;
  std::vector<Nodes> children(tree.size());
  for (auto node = static_cast<NameTree::Node>(tree.size() - 1); node != 0; --node) {
    if (!needed[node]) continue;
    needed[tree.parent(node)] = true;
    children[tree.parent(node)].insert(children[tree.parent(node)].begin(), node);
  }
  return children;
}

void check_children(const NameTree& tree, const std::vector<bool>& chosen) {
  const NameChildren children(tree, [&](NameTree::Node node) { return chosen[node]; });
  const std::vector<Nodes> expected = children_by_hand(tree, chosen);
  for (NameTree::Node node = 0; node < tree.size(); ++node) {
    Nodes found;
    children.for_each(node, [&](NameTree::Node child) { found.push_back(child); });
    REQUIRE(found == expected[node]);
    REQUIRE(children.any(node) == !found.empty());
    REQUIRE(children.only(node) == (found.size() == 1 ? found.front() : 0));
  }
}

}  // namespace

TEST_CASE("a tree of the root alone has no children", "[name_children]") {
  Maker maker;
  const Named named(maker);
  check_children(NameTree(named.dictionary(), named.names), {false});
}

TEST_CASE("children come in the order of their numbers, those that are needed", "[name_children]") {
  for (unsigned seed = 0; seed < 40; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    Maker maker;
    add_random_stacks(maker, random, seed % 2 == 0 ? 1 : 3);
    const Named named(maker);
    NameTree tree(named.dictionary(), named.names);
    for (std::uint32_t i = 0; i < named.dictionary().stacks().size(); ++i) static_cast<void>(tree.node_of(StackId{i}));
    std::vector<bool> chosen(tree.size(), true);
    check_children(tree, chosen);
    for (std::size_t node = 0; node < chosen.size(); ++node) chosen[node] = random() % 20 == 0;
    check_children(tree, chosen);
  }
}

}  // namespace profconv::test
