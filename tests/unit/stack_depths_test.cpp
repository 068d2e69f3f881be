// SPDX-License-Identifier: Apache-2.0
// Depths of all stacks at once are what counting gives for each.
#include "core/tables/stack_depths.h"

#include <array>
#include <string_view>

#include "profconv/profile_builder.h"
#include "support/catch.h"

namespace profconv::test {

namespace {

StackId stack_called(ProfileSetBuilder& builder, std::string_view letters) {
  StackId stack;
  for (const char& letter : letters) {
    stack = builder.child(stack, builder.frame({.function = builder.function({.name = builder.string({&letter, 1})})}));
  }
  return stack;
}

}  // namespace

TEST_CASE("depths are those of each stack, also of stacks that came later", "[stack_depths]") {
  ProfileSetBuilder builder;
  StackDepths depths;
  CHECK(depths[{}] == 0);
  constexpr std::array<std::string_view, 5> added{"abc", "abd", "x", "abcde", "ab"};
  for (const std::string_view letters : added) {
    const StackId stack = stack_called(builder, letters);
    depths.take(builder.dictionary().stacks());
    CHECK(depths[stack] == letters.size());
    CHECK(builder.depth(stack) == letters.size());
  }
  const Dictionary& dictionary = builder.dictionary();
  const StackDepths all(dictionary);
  REQUIRE(dictionary.stacks().size() == 8);
  for (std::uint32_t id = 0; id < dictionary.stacks().size(); ++id) {
    CHECK(depths[StackId{id}] == dictionary.depth(StackId{id}));
    CHECK(all[StackId{id}] == dictionary.depth(StackId{id}));
  }
}

}  // namespace profconv::test
