// SPDX-License-Identifier: Apache-2.0
// The interned tables: one entry for each content, entry 0 for nothing, stacks as a prefix tree.
#include "profconv/dictionary.h"

#include <array>
#include <string>
#include <type_traits>

#include "profconv/errors.h"
#include "profconv/profile_builder.h"
#include "support/catch.h"

namespace profconv::test {

namespace {

FrameId frame_called(ProfileSetBuilder& builder, std::string_view name) {
  return builder.frame({.function = builder.function({.name = builder.string(name)})});
}

}  // namespace

TEST_CASE("an id of one table cannot be passed for an id of another", "[dictionary]") {
  STATIC_REQUIRE_FALSE(std::is_convertible_v<StackId, FrameId>);
  STATIC_REQUIRE_FALSE(std::is_convertible_v<StringId, std::uint32_t>);
  STATIC_REQUIRE(sizeof(StackId) == 4);
  CHECK_FALSE(StackId{});
  CHECK(StackId{1});
}

TEST_CASE("equal content gets one id, in the order of first appearance", "[dictionary]") {
  ProfileSetBuilder builder;
  CHECK(builder.string("a").value == 1);
  CHECK(builder.string("b").value == 2);
  CHECK(builder.string("a").value == 1);
  CHECK(builder.dictionary().string(StringId{2}) == "b");
  const FrameId frame = frame_called(builder, "a");
  CHECK(frame == frame_called(builder, "a"));
  CHECK(frame != frame_called(builder, "b"));
  CHECK(frame != builder.frame({.function = FunctionId{1}, .line = 5}));
}

TEST_CASE("entry 0 of every table is its nothing", "[dictionary]") {
  ProfileSetBuilder builder;
  CHECK_FALSE(builder.string(""));
  CHECK_FALSE(builder.mapping({}));
  CHECK_FALSE(builder.function({}));
  CHECK_FALSE(builder.frame({}));
  CHECK_FALSE(builder.thread({}));
  CHECK_FALSE(builder.labels({}));
  CHECK_FALSE(builder.root_first({}));
  CHECK(builder.dictionary().depth({}) == 0);
  CHECK(builder.dictionary().labels({}).empty());
}

TEST_CASE("strings stay where they are while others come", "[dictionary]") {
  ProfileSetBuilder builder;
  const std::string_view first = builder.dictionary().string(builder.string("first"));
  const std::string large(300'000, 'x');
  CHECK(builder.dictionary().string(builder.string(large)) == large);
  for (int i = 0; i < 100'000; ++i) (void)builder.string("string number " + std::to_string(i));
  CHECK(first == "first");
  CHECK(builder.string("first").value == 1);
  CHECK(builder.string("string number 99999").value == 100'002);
}

TEST_CASE("a string may hold any byte", "[dictionary]") {
  ProfileSetBuilder builder;
  const std::string bytes("a\0b\xff\n", 5);
  CHECK(builder.dictionary().string(builder.string(bytes)) == bytes);
  CHECK(builder.string(std::string_view("a\0c", 3)) != builder.string(std::string_view("a\0b", 3)));
}

TEST_CASE("a stack is the same from either end, and shares its prefix", "[dictionary]") {
  ProfileSetBuilder builder;
  const FrameId root = frame_called(builder, "main");
  const FrameId middle = frame_called(builder, "run");
  const FrameId leaf = frame_called(builder, "step");
  const StackId stack = builder.root_first(std::array{root, middle, leaf});
  CHECK(stack == builder.leaf_first(std::array{leaf, middle, root}));
  CHECK(builder.dictionary().depth(stack) == 3);
  CHECK(builder.dictionary().stacks().size() == 4);

  const StackId other = builder.root_first(std::array{root, middle, root});
  CHECK(builder.dictionary().stack(stack).parent == builder.dictionary().stack(other).parent);
  CHECK(builder.dictionary().stacks().size() == 5);
  for (std::size_t i = 1; i < builder.dictionary().stacks().size(); ++i) {
    CHECK(builder.dictionary().stacks()[i].parent.value < i);
  }
  std::vector<FrameId> frames;
  builder.dictionary().root_first(stack, frames);
  CHECK(frames == std::vector{root, middle, leaf});
  builder.dictionary().leaf_first(stack, frames);
  CHECK(frames == std::vector{leaf, middle, root});
}

TEST_CASE("a stack deeper than the limit is refused", "[dictionary]") {
  ProfileSetBuilder builder(SampleOrder::merged, {.max_stack_depth = 3});
  const FrameId frame = frame_called(builder, "again");
  CHECK_NOTHROW(builder.root_first(std::vector(3, frame)));
  CHECK_THROWS_AS(builder.root_first(std::vector(4, frame)), LimitError);
  CHECK_THROWS_AS(builder.leaf_first(std::vector(4, frame)), LimitError);
}

TEST_CASE("equal label sets are one, whatever their order", "[dictionary]") {
  ProfileSetBuilder builder;
  const LabelText text{.key = "request", .text = "GET"};
  const LabelText number{.key = "bytes", .unit = "bytes", .number = -7, .is_number = true};
  const LabelSetId both = builder.labels(std::array{text, number});
  CHECK(both == builder.labels(std::array{number, text}));
  CHECK(both != builder.labels(std::array{number}));
  const auto labels = builder.dictionary().labels(both);
  REQUIRE(labels.size() == 2);
  CHECK(builder.dictionary().string(labels[0].key) == "bytes");
  CHECK(labels[0].number == -7);
  CHECK(builder.dictionary().string(labels[1].text) == "GET");
}

TEST_CASE("a label's number 0 and its empty text are two things", "[dictionary]") {
  ProfileSetBuilder builder;
  const LabelSetId number = builder.labels(std::array{LabelText{.key = "k", .is_number = true}});
  CHECK(number != builder.labels(std::array{LabelText{.key = "k"}}));
}

TEST_CASE("an offset of 0 in a function is known, and frames differ by it", "[dictionary]") {
  ProfileSetBuilder builder;
  const FunctionId function = builder.function({.name = builder.string("f")});
  const FrameId unknown = builder.frame({.function = function});
  CHECK(builder.frame({.function = function, .offset = 0}) != unknown);
  CHECK(builder.frame({.function = function, .offset = 0x1f}) == builder.frame({.function = function, .offset = 0x1f}));
  CHECK(builder.frame({.function = function, .offset = Frame::no_offset}) == unknown);
}

TEST_CASE("an address relative to a file has one in the process, if the mapping has it", "[dictionary]") {
  Mapping mapping{.start = 0x7000, .limit = 0x9000, .offset = 0x1000};
  CHECK(absolute_address(mapping, 0x1234) == 0x1234);
  mapping.relative_addresses = true;
  CHECK(absolute_address(mapping, 0x1234) == 0x7234);
  CHECK(absolute_address(mapping, 0x2fff) == 0x8fff);
  CHECK(absolute_address(mapping, 0x3000) == 0);
  CHECK(absolute_address(mapping, 0xfff) == 0);
  CHECK(absolute_address(mapping, 0) == 0);
  CHECK(absolute_address({.relative_addresses = true}, 0x1234) == 0x1234);
  CHECK(absolute_address({.start = 16, .relative_addresses = true}, UINT64_MAX) == 0);
}

}  // namespace profconv::test
