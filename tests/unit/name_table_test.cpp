// SPDX-License-Identifier: Apache-2.0
// Names by number.
#include "core/names/name_table.h"

#include <string>
#include <string_view>
#include <vector>

#include "profconv/profile_builder.h"
#include "support/catch.h"
#include "unit/timeline_drawing.h"

namespace profconv::test {

namespace {

/// The frames of a dictionary, numbered, and what they are called.
struct Numbered {
  explicit Numbered(Maker& maker)
      : set(maker.finish()), frame_names(set.dictionary(), false), table(set.dictionary(), frame_names) {}

  ProfileSet set;
  FrameNames frame_names;
  NameTable table;
};

}  // namespace

TEST_CASE("frames that are called the same have one number", "[name_table]") {
  Maker maker;
  const FrameId main = maker.frame("main");
  const FrameId read = maker.frame("read", 10);
  const FrameId read_again = maker.frame("read", 20);
  const Numbered numbered(maker);
  const NameTable& names = numbered.table;
  CHECK(names.of_frame(read) == names.of_frame(read_again));
  CHECK(names.of_frame(read) != names.of_frame(main));
  CHECK(names.text(names.of_frame(main)) == "main");
  CHECK(names.text(names.of_no_stack()) == no_stack_name);
  CHECK_FALSE(names.are_distinct());
}

TEST_CASE("names are distinct if no two frames share one, nor one with the stack without frames", "[name_table]") {
  Maker maker;
  maker.add("a;b", 1);
  SECTION("as they are") { CHECK(Numbered(maker).table.are_distinct()); }
  SECTION("with a frame that is not known, which looks like the placeholder of frame 0") {
    maker.frame("[unknown]");
    CHECK(Numbered(maker).table.are_distinct());
  }
  SECTION("with a namesake") {
    maker.frame("b", 7);
    CHECK_FALSE(Numbered(maker).table.are_distinct());
  }
  SECTION("with a namesake of the stack without frames") {
    maker.frame(std::string(no_stack_name));
    CHECK_FALSE(Numbered(maker).table.are_distinct());
  }
}

TEST_CASE("distinct frames have their own ids as numbers", "[name_table]") {
  Maker maker;
  maker.add("a;b;c", 1);
  const Numbered numbered(maker);
  for (std::uint32_t i = 1; i < numbered.set.dictionary().frames().size(); ++i) {
    CHECK(numbered.table.of_frame(FrameId{i}) == i);
  }
}

TEST_CASE("names can be added, and are found among those of frames", "[name_table]") {
  Maker maker;
  const FrameId main = maker.frame("main");
  Numbered numbered(maker);
  NameTable& names = numbered.table;
  const std::size_t before = names.size();
  CHECK(names.add("main") == names.of_frame(main));
  CHECK(names.size() == before);
  const NameTable::Name added = names.add("thread 7");
  CHECK(added == before);
  CHECK(names.add("thread 7") == added);
  CHECK(names.text(added) == "thread 7");
}

TEST_CASE("names are spelled as a writer wants them", "[name_table]") {
  Maker maker;
  const FrameId a = maker.frame("a");
  const FrameId b = maker.frame("b");
  const ProfileSet set = maker.finish();
  const NameTable names(set.dictionary(), [](FrameId) { return std::string_view("same"); });
  CHECK(names.of_frame(a) == names.of_frame(b));
  CHECK(names.text(names.of_frame(a)) == "same");
}

TEST_CASE("ranks follow the bytes of names", "[name_table]") {
  Maker maker;
  for (const char* name : {"b", "a b", "a", "a\xff", "a;"}) maker.frame(name);
  const Numbered numbered(maker);
  const std::vector<std::uint32_t> ranks = numbered.table.ranks();
  REQUIRE(ranks.size() == numbered.table.size());
  for (NameTable::Name x = 0; x < ranks.size(); ++x) {
    for (NameTable::Name y = 0; y < ranks.size(); ++y) {
      CHECK((ranks[x] < ranks[y]) == (numbered.table.text(x) < numbered.table.text(y)));
    }
  }
}

TEST_CASE("a frame shows its offset behind the function", "[name_table]") {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = "samples", .unit = "count"});
  const FunctionId read = builder.function({.name = builder.string("read")});
  const MappingId libc = builder.mapping({.file = builder.string("/lib/libc.so")});
  const FrameId far = builder.frame({.function = read, .mapping = libc, .offset = 0xabc});
  const FrameId near = builder.frame({.function = read, .offset = 0});
  const FrameId unknown = builder.frame({.function = read});
  const StackId stack = builder.root_first(std::vector{far, near, unknown});
  CHECK(at_stack(builder.dictionary(), stack) == " in read+0xabc;read+0x0;read");
  const ProfileSet set = std::move(builder).finish();
  const FrameNames names(set.dictionary(), true);
  CHECK(names[far] == "libc.so`read+0xabc");
  CHECK(names[near] == "read+0x0");
  CHECK(names[unknown] == "read");
  CHECK(FrameNames(set.dictionary(), false)[far] == "read+0xabc");
}

}  // namespace profconv::test
