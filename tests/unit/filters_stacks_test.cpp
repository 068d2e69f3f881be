// SPDX-License-Identifier: Apache-2.0
// What stays of stacks: hiding, trimming, granularity, recursion, depth.
#include <array>

#include "filters_profiles.h"
#include "profconv/filters.h"
#include "support/catch.h"
#include "support/fixtures.h"
#include "support/model_dump.h"

namespace profconv::test {

namespace {

Filtered filtered(ProfileSet set, const StackFilter& filter, Context& context,
                  SampleOrder order = SampleOrder::merged) {
  return filter_stacks(std::move(set), filter, {}, order, context);
}

/// The rows that a filter makes of stacks of one sample each.
Rows made_of(const std::vector<const char*>& stacks, const StackFilter& filter) {
  LetterProfile p;
  for (const char* const stack : stacks) p.add(stack);
  Context context;
  return rows_of(filtered(p.finish(), filter, context).set);
}

std::vector<std::uint32_t> shared_depths(LetterProfile& p, const StackFilter& filter) {
  Context context;
  return filtered(p.finish(), filter, context).set.profiles()[0].samples.shared_depth;
}

bool sums_leave_64_bits(const ProfileSet& set) {
  try {
    for (const Profile& profile : set.profiles()) {
      for (std::size_t v = 0; v < profile.value_types.size(); ++v) (void)total(profile, v);
    }
    return false;
  } catch (const OverflowError&) {
    return true;
  }
}

using Depths = std::vector<std::uint32_t>;

const std::vector<FrameFacts> source_frames{
    {.name = "main", .file = "/src/main.c", .module = "/bin/tool", .line = 10, .address = 0x10},
    {.name = "run", .file = "/src/main.c", .module = "/bin/tool", .line = 20, .address = 0x20},
    {.name = "read", .module = "/usr/lib/libc.so.6", .address = 0x30}};

Rows coarse(Granularity granularity) {
  LetterProfile p;
  p.add_frames(source_frames, 1);
  std::vector<FrameFacts> other = source_frames;
  other[1].line = 21;
  other[1].address = 0x24;
  p.add_frames(other, 2);
  other[1].address = 0x26;
  p.add_frames(other, 4);
  Context context;
  return rows_of(filtered(p.finish(), {.granularity = granularity}, context).set);
}

}  // namespace

TEST_CASE("hide leaves out frames that match, show those that do not", "[filters]") {
  CHECK(made_of({"abc", "ac", "abd"}, {.hide = "b"}) == Rows{"ac 2", "ad 1"});
  CHECK(made_of({"abc", "ac", "abd"}, {.show = "a|b"}) == Rows{"ab 2", "a 1"});
  CHECK(made_of({"abc"}, {.hide = "b", .show = "a|b"}) == Rows{"a 1"});
}

TEST_CASE("samples whose stack becomes empty are left out and counted", "[filters]") {
  LetterProfile p;
  for (const char* const stack : {"bb", "ab", "b", ""}) p.add(stack);
  Context context;
  const Filtered result = filtered(p.finish(), {.hide = "b"}, context);
  CHECK(rows_of(result.set) == Rows{"a 1", " 1"});
  CHECK(result.left_out == 2);
}

TEST_CASE("a sample that had no stack is hidden by nothing, and shown by nothing", "[filters]") {
  CHECK(made_of({"", "a"}, {.hide = ".*"}) == Rows{" 1"});
  CHECK(made_of({"", "a"}, {.show = ".*"}) == Rows{"a 1"});
  CHECK(made_of({"", "a"}, {.show_from = ".*"}) == Rows{"a 1"});
}

TEST_CASE("show-from leaves out the callers of the outermost match, and samples without one", "[filters]") {
  CHECK(made_of({"abcb", "xb", "xyz"}, {.show_from = "b"}) == Rows{"bcb 1", "b 1"});
  CHECK(made_of({"abcb"}, {.hide = "b", .show_from = "b"}).empty());
}

TEST_CASE("trimming goes on as long as frames match", "[filters]") {
  CHECK(made_of({"abca", "bac", "xab"}, {.trim_root = "a|b"}) == Rows{"ca 1", "c 1", "xab 1"});
  CHECK(made_of({"xyab", "xby", "xyba"}, {.trim_leaf = "a|b"}) == Rows{"xy 2", "xby 1"});
  CHECK(made_of({"ab", "abx", ""}, {.trim_leaf = "a|b"}) == Rows{"abx 1", " 1"});
  CHECK(made_of({"abxab"}, {.trim_root = "a|b", .trim_leaf = "a|b"}) == Rows{"x 1"});
}

TEST_CASE("direct recursion collapses, mutual recursion stays", "[filters]") {
  CHECK(made_of({"abbbc", "abc", "aab"}, {.collapse_recursion = true}) == Rows{"abc 2", "ab 1"});
  CHECK(made_of({"abab"}, {.collapse_recursion = true}) == Rows{"abab 1"});
  CHECK(made_of({"abcb"}, {.hide = "c", .collapse_recursion = true}) == Rows{"ab 1"});
}

TEST_CASE("recursion is that of a function, and the outermost frame stays", "[filters]") {
  LetterProfile p;
  p.add_frames({{.name = "f", .module = "m", .line = 1}, {.name = "f", .module = "m", .line = 2}});
  p.add_frames({{.name = "f", .module = "m", .line = 1}, {.name = "f", .module = "other", .line = 1}});
  Context context;
  const ProfileSet set = filtered(p.finish(), {.collapse_recursion = true}, context).set;
  CHECK(rows_of(set) == Rows{"f 1", "ff 1"});
  const Dictionary& d = set.dictionary();
  CHECK(d.frame(d.stack(set.profiles()[0].samples.stack[0]).frame).line == 1);
}

TEST_CASE("a depth is counted from the root, and what lies deeper counts as the last frame's own", "[filters]") {
  CHECK(made_of({"abcd", "abx", "a"}, {.max_depth = 2}) == Rows{"ab 2", "a 1"});
  CHECK(made_of({"aaab"}, {.collapse_recursion = true, .max_depth = 2}) == Rows{"ab 1"});
}

TEST_CASE("granularity says what frames are told apart by", "[filters]") {
  CHECK(coarse(Granularity::address) == Rows{"main;run;read 1", "main;run;read 2", "main;run;read 4"});
  CHECK(coarse(Granularity::line) == Rows{"main;run;read 1", "main;run;read 6"});
  CHECK(coarse(Granularity::function) == Rows{"main;run;read 7"});
  CHECK(coarse(Granularity::file) == Rows{"/src/main.c;/src/main.c; 7"});
  CHECK(coarse(Granularity::module) == Rows{"tool;tool;libc.so.6 7"});
}

TEST_CASE("functions of one name are one, whatever their file", "[filters]") {
  LetterProfile p;
  p.add_frames({{.name = "init", .file = "a.c", .module = "m", .line = 1}});
  p.add_frames({{.name = "init", .file = "b.c", .module = "m", .line = 2}});
  Context context;
  const ProfileSet set = filtered(p.finish(), {.granularity = Granularity::function}, context).set;
  CHECK(rows_of(set) == Rows{"init 2"});
  CHECK_FALSE(set.dictionary().mapping(MappingId{1}).has_line_numbers);
}

TEST_CASE("a granularity that no frame has is noted", "[filters]") {
  LetterProfile p;
  p.add("ab");
  Context context;
  CHECK(rows_of(filtered(p.finish(), {.granularity = Granularity::module}, context).set) == Rows{" 1"});
  REQUIRE(context.diagnostics().size() == 1);
  CHECK(context.diagnostics()[0].message == "no frame has a module it is");
}

TEST_CASE("granularities have names", "[filters]") {
  for (std::size_t i = 0; i < granularities.size(); ++i) {
    CHECK(static_cast<std::size_t>(parse_granularity(granularities[i])) == i);
  }
  CHECK_THROWS_WITH(parse_granularity("functions"), contains("address, line, function, file, module"));
}

TEST_CASE("shared depths count the frames that are still there after filters", "[filters]") {
  const auto spans = [](LetterProfile& p) {
    p.add_span("axbc", 10, 0);
    p.add_span("axbd", 20, 3);
    p.add_span("axe", 30, 2);
  };
  const auto depths = [&](const StackFilter& filter) {
    LetterProfile p;
    spans(p);
    return shared_depths(p, filter);
  };
  CHECK(depths({.hide = "x"}) == Depths{0, 2, 1});
  CHECK(depths({.show_from = "b"}) == Depths{0, 1});
  CHECK(depths({.trim_root = "a"}) == Depths{0, 2, 1});
  CHECK(depths({.trim_leaf = "c|d|e"}) == Depths{0, 3, 2});
  CHECK(depths({.max_depth = 2}) == Depths{0, 2, 2});
}

TEST_CASE("trimmed leaves are still there where they call", "[filters]") {
  LetterProfile p;
  p.add_span("abc", 10, 0);
  p.add_span("abd", 20, 2);
  p.add_span("ab", 30, 2);
  p.add_span("abc", 40, 2);
  CHECK(shared_depths(p, {.trim_leaf = "b"}) == Depths{0, 2, 1, 1});
}

TEST_CASE("values that do not add combine by their rule where stacks become equal", "[filters]") {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = "bytes", .unit = "bytes"});
  profile.add_value_type({.type = "peak", .unit = "bytes", .aggregation = Aggregation::max});
  const auto frame = [&](std::string_view name) {
    return builder.frame({.function = builder.function({.name = builder.string(name)})});
  };
  for (const char* const leaf : {"x", "y"}) {
    const StackId stack = builder.root_first(std::array{frame("a"), frame(leaf)});
    profile.add({.stack = stack}, std::array<std::int64_t, 2>{5, leaf[0] == 'x' ? 7 : 9});
  }
  Context context;
  CHECK(rows_of(filtered(std::move(builder).finish(), {.hide = "x|y"}, context).set) == Rows{"a 10 9"});
}

TEST_CASE("a pattern that matches no frame is noted", "[filters]") {
  LetterProfile p;
  p.add("ab");
  Context context;
  CHECK(rows_of(filtered(p.finish(), {.hide = "q", .trim_leaf = "r"}, context).set) == Rows{"ab 1"});
  REQUIRE(context.diagnostics().size() == 2);
  CHECK(context.diagnostics()[0].message == "no frame matches --hide 'q'");
  CHECK(context.diagnostics()[1].message == "no frame matches --trim-leaf 'r'");
}

TEST_CASE("a stack of a million frames is filtered without recursion", "[filters][long]") {
  const StackFilter filter{
      .hide = "q", .trim_leaf = "q", .granularity = Granularity::function, .collapse_recursion = true};
  CHECK(made_of({std::string(1'000'000, 'a').c_str()}, filter) == Rows{"a 1"});
}

TEST_CASE("sums of every fixture are kept by all that leaves out no sample", "[filters][laws]") {
  const std::vector<StackFilter> filters{{.granularity = Granularity::function},
                                         {.granularity = Granularity::file},
                                         {.granularity = Granularity::module},
                                         {.granularity = Granularity::line, .collapse_recursion = true},
                                         {.collapse_recursion = true, .max_depth = 3}};
  for (const Fixture& fixture : fixtures()) {
    const Outcome original = read(fixture);
    if (!original.set || sums_leave_64_bits(*original.set)) continue;
    for (const StackFilter& filter : filters) {
      INFO(fixture.name());
      Context context;
      const Filtered once = filtered(*original.set, filter, context);
      CHECK(once.left_out == 0);
      for (std::size_t p = 0; p < once.set.profiles().size(); ++p) {
        const Profile& profile = once.set.profiles()[p];
        for (std::size_t v = 0; v < profile.value_types.size(); ++v) {
          if (profile.value_types[v].aggregation != Aggregation::sum) continue;
          CHECK(total(profile, v) == total(original.set->profiles()[p], v));
        }
      }
      const bool is_named_anew = filter.granularity == Granularity::file || filter.granularity == Granularity::module;
      if (!is_named_anew) CHECK(dump(filtered(once.set, filter, context).set) == dump(once.set));
      CHECK(dump(filtered(*original.set, filter, context).set) == dump(once.set));
    }
  }
}

}  // namespace profconv::test
