// SPDX-License-Identifier: Apache-2.0
// Adding up trees of names.
#include "core/names/name_totals.h"

#include <limits>
#include <map>
#include <random>
#include <set>
#include <string_view>
#include <vector>

#include "core/names/frame_totals.h"
#include "profconv/errors.h"
#include "support/catch.h"
#include "unit/name_trees.h"

namespace profconv::test {

namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

/// The values of a profile's samples by node.
std::vector<std::int64_t> self_of(NameTree& tree, const Samples& samples) {
  for (const StackId stack : samples.stack) static_cast<void>(tree.node_of(stack));
  std::vector<std::int64_t> self(tree.size());
  for (std::size_t row = 0; row < samples.size(); ++row) self[tree.node(samples.stack[row])] += samples.values[0][row];
  return self;
}

}  // namespace

TEST_CASE("a node totals itself and all nodes below it", "[name_totals]") {
  Maker maker;
  maker.add("a;b", 2).add("a;c", 3).add("a", 5).add("d", 7);
  const Named named(maker);
  NameTree tree(named.dictionary(), named.names);
  std::vector<std::int64_t> sums = self_of(tree, named.set.profiles()[0].samples);
  CHECK(add_up(tree, sums) == 0);
  CHECK(sums == std::vector<std::int64_t>{17, 10, 2, 3, 7});
}

TEST_CASE("the node whose sum overflows is named", "[name_totals]") {
  Maker maker;
  maker.add("a;b", most).add("a", 1);
  const Named named(maker);
  NameTree tree(named.dictionary(), named.names);
  std::vector<std::int64_t> self = self_of(tree, named.set.profiles()[0].samples);
  std::vector<std::int64_t> sums = self;
  CHECK(text_of(tree, add_up(tree, sums)) == "a;b");
  CHECK_THROWS_AS(totals_by_name(tree, self), OverflowError);
}

TEST_CASE("a function that calls itself counts once, directly or through others", "[name_totals]") {
  Maker maker;
  maker.add("f;f;f", 2).add("f;g;f", 3).add("g;f;g", 5).add("h", 7);
  const Named named(maker);
  NameTree tree(named.dictionary(), named.names);
  const std::vector<std::int64_t> totals = totals_by_name(tree, self_of(tree, named.set.profiles()[0].samples));
  const auto total = [&](std::uint32_t frame) { return totals[named.names.of_frame(FrameId{frame})]; };
  CHECK(total(1) == 10);
  CHECK(total(2) == 8);
  CHECK(total(3) == 7);
}

TEST_CASE("totals by name are those of adding up stack by stack, merged or not", "[name_totals]") {
  for (unsigned seed = 0; seed < 40; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    Maker maker;
    add_random_stacks(maker, random, seed % 2 == 0 ? 1 : 3);
    const Named named(maker);
    const Samples& samples = named.set.profiles()[0].samples;
    std::map<std::string_view, std::int64_t> self;
    std::map<std::string_view, std::int64_t> expected;
    for (std::size_t row = 0; row < samples.size(); ++row) {
      std::vector<FrameId> frames;
      named.dictionary().leaf_first(samples.stack[row], frames);
      std::set<std::string_view> names;
      for (const FrameId frame : frames) names.insert(named.frame_names[frame]);
      if (names.empty()) names.insert(no_stack_name);
      for (const std::string_view name : names) expected[name] += samples.values[0][row];
      self[frames.empty() ? no_stack_name : named.frame_names[frames.front()]] += samples.values[0][row];
    }
    for (const NameTree::Start start : {NameTree::Start::stacks, NameTree::Start::root}) {
      NameTree tree(named.dictionary(), named.names, start);
      const std::vector<std::int64_t> totals = totals_by_name(tree, self_of(tree, samples));
      for (NameTree::Name name = 1; name < totals.size(); ++name) {
        CHECK(totals[name] == expected[named.names.text(name)]);
      }
    }
    const FrameTotals totals_of_names(named.dictionary(), false);
    for (const FrameTotal& frame : totals_of_names.of(samples, 0)) {
      CHECK(frame.self == self[frame.name]);
      CHECK(frame.total == expected[frame.name]);
    }
  }
}

TEST_CASE("a million frames of one name are added up once", "[name_totals][long]") {
  Maker maker;
  StackId stack;
  const FrameId frame = maker.frame("f");
  for (int i = 0; i < 1'000'000; ++i) stack = maker.builder().child(stack, frame);
  SampleKey key;
  key.stack = stack;
  maker.profile().add(key, 3);
  const Named named(maker);
  NameTree tree(named.dictionary(), named.names);
  Context context;
  const std::vector<std::int64_t> self = self_of(tree, named.set.profiles()[0].samples);
  CHECK(totals_by_name(tree, self, &context)[named.names.of_frame(FrameId{1})] == 3);
  context.cancel();
  CHECK_THROWS_AS(totals_by_name(tree, self, &context), Cancelled);
}

}  // namespace profconv::test
