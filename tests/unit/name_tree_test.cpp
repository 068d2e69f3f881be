// SPDX-License-Identifier: Apache-2.0
// Trees of names: what is one node, below which, and in which order.
#include "core/names/name_tree.h"

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "profconv/errors.h"
#include "support/catch.h"
#include "unit/name_trees.h"

namespace profconv::test {

namespace {

using Node = NameTree::Node;

/// Looks every stack up, in any order, below a node, and checks the nodes against their texts.
void check_nodes(const Named& named, NameTree& tree, Node below, std::mt19937& random) {
  const std::string front = text_of(tree, below);
  std::map<std::string, Node> by_text;
  std::vector<std::uint32_t> stacks(named.dictionary().stacks().size());
  for (std::uint32_t i = 0; i < stacks.size(); ++i) stacks[i] = i;
  std::shuffle(stacks.begin(), stacks.end(), random);
  for (int turn = 0; turn < 2; ++turn) {
    for (const std::uint32_t stack : stacks) {
      const Node node = tree.node_of(StackId{stack}, below);
      const std::string text = named.text(StackId{stack});
      REQUIRE(text_of(tree, node) == (front.empty() ? text : front + ";" + text));
      REQUIRE(by_text.try_emplace(text, node).first->second == node);
      if (below == 0) REQUIRE(tree.node(StackId{stack}) == node);
    }
  }
}

void check_shape(const NameTree& tree) {
  const std::vector<std::uint32_t> depths = tree.depths();
  REQUIRE(depths.size() == tree.size());
  REQUIRE(depths[0] == 0);
  for (Node node = 1; node < tree.size(); ++node) {
    REQUIRE(tree.parent(node) < node);
    REQUIRE(depths[node] == tree.path(node).size());
  }
}

void check_preorder(const NameTree& tree) {
  const Context context;
  const std::vector<std::uint32_t> places = tree.preorder(context);
  std::vector<std::vector<std::string_view>> at(tree.size());
  for (Node node = 0; node < tree.size(); ++node) {
    for (const NameTree::Name name : tree.path(node)) at.at(places[node]).push_back(tree.names().text(name));
  }
  REQUIRE(at.front().empty());
  for (std::size_t i = 1; i < at.size(); ++i) REQUIRE(at[i - 1] < at[i]);
}

}  // namespace

TEST_CASE("where names are distinct the nodes are the dictionary's stacks", "[name_tree]") {
  Maker maker;
  maker.add("a;b", 1).add("a;c", 1).add("b", 1);
  Named named(maker);
  NameTree tree(named.dictionary(), named.names);
  CHECK(tree.size() == named.dictionary().stacks().size());
  for (std::uint32_t i = 1; i < tree.size(); ++i) {
    CHECK(tree.node_of(StackId{i}) == i);
    CHECK(tree.parent(i) == named.dictionary().stack(StackId{i}).parent.value);
  }
  const Node empty = tree.node_of({});
  CHECK(text_of(tree, empty) == no_stack_name);
  CHECK(tree.parent(empty) == 0);
  CHECK(tree.node_of({}) == empty);
}

TEST_CASE("stacks whose frames are called the same are one node", "[name_tree]") {
  Maker maker;
  const StackId main = maker.builder().child({}, maker.frame("main"));
  const StackId read_10 = maker.builder().child(main, maker.frame("read", 10));
  const StackId read_20 = maker.builder().child(main, maker.frame("read", 20));
  const StackId below_10 = maker.builder().child(read_10, maker.frame("leaf"));
  const StackId below_20 = maker.builder().child(read_20, maker.frame("leaf"));
  Named named(maker);
  NameTree tree(named.dictionary(), named.names);
  const Node leaf = tree.node_of(below_20);
  CHECK(tree.node_of(below_10) == leaf);
  CHECK(tree.node_of(read_10) == tree.parent(leaf));
  CHECK(tree.node_of(read_20) == tree.parent(leaf));
  CHECK(text_of(tree, leaf) == "main;read;leaf");
  CHECK(tree.size() == 4);
}

TEST_CASE("a tree that begins with the stacks keeps namesakes apart", "[name_tree]") {
  Maker maker;
  maker.frame("a", 1);
  const StackId first = maker.builder().child({}, maker.frame("a", 1));
  const StackId second = maker.builder().child({}, maker.frame("a", 2));
  Named named(maker);
  NameTree tree(named.dictionary(), named.names, NameTree::Start::stacks);
  CHECK(tree.node_of(first) == first.value);
  CHECK(tree.node_of(second) == second.value);
  CHECK(tree.name(first.value) == tree.name(second.value));
}

TEST_CASE("a stack without frames is a child of its own, or a frame of that name", "[name_tree]") {
  Maker maker;
  const StackId namesake = maker.stack(std::string(no_stack_name));
  Named named(maker);
  NameTree tree(named.dictionary(), named.names);
  CHECK(tree.node_of({}) == tree.node_of(namesake));
  CHECK(tree.size() == 2);
}

TEST_CASE("stacks below different nodes are different nodes", "[name_tree]") {
  Maker maker;
  const StackId stack = maker.stack("a;b");
  Named named(maker);
  const NameTree::Name one = named.names.add("thread 1");
  const NameTree::Name two = named.names.add("thread 2");
  NameTree tree(named.dictionary(), named.names, NameTree::Start::root);
  const Node in_one = tree.node_of(stack, tree.child(0, one));
  const Node in_two = tree.node_of(stack, tree.child(0, two));
  const Node in_none = tree.node_of(stack);
  CHECK(text_of(tree, in_one) == "thread 1;a;b");
  CHECK(text_of(tree, in_two) == "thread 2;a;b");
  CHECK(text_of(tree, in_none) == "a;b");
  CHECK(text_of(tree, tree.node_of({}, tree.child(0, two))) == "thread 2;[no stack]");
  CHECK(tree.size() == 1 + 3 + 3 + 2 + 1);
}

TEST_CASE("children are found, and twins are made only where asked", "[name_tree]") {
  Maker maker;
  maker.add("a;b", 1);
  Named named(maker);
  const NameTree::Name a = named.names.add("a");
  const NameTree::Name b = named.names.add("b");
  NameTree tree(named.dictionary(), named.names, NameTree::Start::root);
  const Node first = tree.child(0, a);
  const Node second = tree.child(0, b);
  CHECK(tree.child(0, a) == first);
  CHECK(tree.child(0, b) == second);
  CHECK(tree.append(0, a) == 3);
  CHECK(tree.child(0, a) == first);
  CHECK(tree.size() == 4);
}

TEST_CASE("any stacks are one node where their names are equal, below any node", "[name_tree]") {
  for (unsigned seed = 0; seed < 40; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    Maker maker;
    add_random_stacks(maker, random, seed % 2 == 0 ? 1 : 3);
    Named named(maker);
    const NameTree::Name thread = named.names.add("thread");
    NameTree tree(named.dictionary(), named.names, seed % 3 == 0 ? NameTree::Start::root : named.merging());
    check_nodes(named, tree, 0, random);
    if (tree.size() > named.dictionary().stacks().size()) CHECK(tree.size() == named.dictionary().stacks().size() + 1);
    if (seed % 3 == 0) {
      check_nodes(named, tree, tree.child(0, thread), random);
      check_nodes(named, tree, tree.node_of(StackId{1}), random);
      check_nodes(named, tree, 0, random);
    }
    check_shape(tree);
    check_preorder(tree);
  }
}

TEST_CASE("a stack of a million frames needs no recursion, and its prefixes no search", "[name_tree][long]") {
  constexpr std::uint32_t deep = 1'000'000;
  Maker maker;
  StackId stack;
  const std::array<FrameId, 2> frames{maker.frame("f", 1), maker.frame("f", 2)};
  for (std::uint32_t i = 0; i < deep; ++i) stack = maker.builder().child(stack, frames[i % 2]);
  Named named(maker);
  const NameTree::Name thread = named.names.add("thread");
  NameTree tree(named.dictionary(), named.names);
  const Node below = tree.child(0, thread);
  const Node leaf = tree.node_of(stack, below);
  const std::vector<std::uint32_t> depths = tree.depths();
  CHECK(depths[leaf] == deep + 1);
  std::size_t wrong = 0;
  for (std::uint32_t id = deep; id != 0; --id) wrong += depths[tree.node_of(StackId{id}, below)] == id + 1 ? 0 : 1;
  CHECK(wrong == 0);
  CHECK(tree.path(tree.node_of(stack)).size() == deep);
  CHECK(tree.preorder(Context()).size() == tree.size());
}

TEST_CASE("a cancelled conversion stops ordering", "[name_tree]") {
  Maker maker;
  maker.add("a", 1);
  Named named(maker);
  const NameTree tree(named.dictionary(), named.names);
  Context context;
  context.cancel();
  CHECK_THROWS_AS(tree.preorder(context), Cancelled);
}

}  // namespace profconv::test
