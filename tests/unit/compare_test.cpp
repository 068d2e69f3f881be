// SPDX-License-Identifier: Apache-2.0
// Comparing profiles: what meets what, and what is said of the rest.
#include "profconv/comparison.h"

#include <array>
#include <string>

#include "core/transforms/comparable_name.h"
#include "profconv/errors.h"
#include "profconv/profile_builder.h"
#include "support/catch.h"
#include "support/stacks.h"

namespace profconv::test {

namespace {

struct Compared {
  ProfileSet set;
  std::string notes;
};

Compared compared(ProfileSet base, ProfileSet now, const ComparisonRules& rules = {}) {
  Context context;
  ProfileSet set = compare(std::move(base), std::move(now), rules, context);
  std::string notes;
  for (const Diagnostic& d : context.diagnostics()) notes += d.message + "\n";
  return {std::move(set), std::move(notes)};
}

/// Each function's own values before and after, for one value type.
std::string self_changes(const ProfileSet& set, std::size_t type = 0) {
  std::string text;
  const std::vector<TypeChanges> all = changes(set.dictionary(), set.profiles()[0]);
  for (const FunctionChange& change : all[type].functions) {
    text += change.name + " " + std::to_string(change.self.base) + "->" + std::to_string(change.self.now) + " ";
  }
  return text;
}

/// One sample of one frame.
struct OneFrame {
  std::string_view name;
  std::string_view file;
  std::string_view module;
  std::int64_t line = 0;
  std::uint64_t address = 0;
  std::int64_t value = 1;
};

ProfileSet one(const OneFrame& facts, const ValueType& type = {.type = "samples", .unit = "count"},
               const std::string& profile_name = {}) {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile(profile_name);
  profile.add_value_type(type);
  Function function{.name = builder.string(facts.name), .file = builder.string(facts.file)};
  Mapping mapping{.file = builder.string(facts.module), .start = facts.address};
  const FrameId frame = builder.frame({.function = builder.function(function),
                                       .mapping = builder.mapping(mapping),
                                       .address = facts.address,
                                       .line = facts.line});
  profile.add({.stack = builder.child({}, frame)}, facts.value);
  return std::move(builder).finish();
}

}  // namespace

TEST_CASE("a comparison holds both sides, and adds up to what has changed", "[compare]") {
  const Compared both = compared(stacks("a;b 3\na;gone 5\na 1\n"), stacks("a;b 10\na;fresh 2\na 1\n"));
  CHECK(both.notes.empty());
  const Profile& profile = both.set.profiles()[0];
  CHECK(BaseSamples(both.set.dictionary()).any_in(profile));
  CHECK(total(profile, 0) == 13 - 9);
  const auto all = changes(both.set.dictionary(), profile);
  REQUIRE(all.size() == 1);
  CHECK(all[0].sum.base == 9);
  CHECK(all[0].sum.now == 13);
  CHECK(self_changes(both.set) == "b 3->10 gone 5->0 fresh 0->2 a 1->1 ");
  CHECK(all[0].functions[3].total.base == 9);
  CHECK(all[0].functions[3].total.now == 13);
}

TEST_CASE("what did not change is in no list of changes", "[compare]") {
  CHECK(self_changes(compared(stacks("a;b 3\n"), stacks("a;b 3\n")).set).empty());
}

TEST_CASE("a function that calls itself counts once a sample", "[compare]") {
  const Compared both = compared(stacks("f;f;f 1\n"), stacks("f;f;f 4\n"));
  const auto all = changes(both.set.dictionary(), both.set.profiles()[0]);
  CHECK(all[0].functions[0].total.now == 4);
}

TEST_CASE("compilers' marks and hashes do not tell functions apart", "[compare]") {
  CHECK(comparable_name("parse.isra.0") == "parse");
  CHECK(comparable_name("parse.constprop.1.cold") == "parse");
  CHECK(comparable_name("parse.llvm.1234567") == "parse");
  CHECK(comparable_name("parse (.llvm.1234567)") == "parse");
  CHECK(comparable_name("f(int) [clone .part.24] [clone .cold]") == "f(int)");
  CHECK(comparable_name("core[c1f1a4ba060b9bfa]::fmt") == "core::fmt");
  CHECK(comparable_name("a::work::h61b23cf04cf523f5") == "a::work");
  CHECK(comparable_name("_ZN1a4work17h61b23cf04cf523f5E") == "_ZN1a4workE");
}

TEST_CASE("what only looks like a mark stays", "[compare]") {
  for (const char* const name :
       {"main.func1", "a.cold_start", "x[12]", "h::h12", ".cold", "f(char [16])", "\xff.part"}) {
    INFO(name);
    CHECK(comparable_name(name) == (std::string(name) == "\xff.part" ? "\xff" : name));
  }
}

TEST_CASE("functions meet by name and module, wherever they stand in file and memory", "[compare]") {
  const Compared both =
      compared(one({.name = "f", .file = "/old/f.c", .module = "/opt/old/app", .line = 10, .address = 0x1000}),
               one({.name = "f.isra.0", .file = "/new/f.c", .module = "/opt/new/app", .line = 99, .address = 0x2000}));
  CHECK(self_changes(both.set).empty());
  const Compared other = compared(one({.name = "f", .module = "app"}), one({.name = "f", .module = "lib"}));
  CHECK(other.set.dictionary().stacks().size() == 3);
}

TEST_CASE("modules are left out where one side knows none", "[compare]") {
  const Compared both = compared(one({.name = "f", .module = "app"}), stacks("f 1\n"));
  CHECK(self_changes(both.set).empty());
}

TEST_CASE("module`function of collapsed stacks meets a function in that module", "[compare]") {
  const Compared both =
      compared(stacks("libc.so.6`read+0x1f 4\n"), one({.name = "read", .module = "/lib/libc.so.6", .value = 7}));
  CHECK(self_changes(both.set) == "libc.so.6`read 4->7 ");
}

TEST_CASE("addresses in the place of names make no difference", "[compare]") {
  const Compared both = compared(stacks("app`0x1234;f 4\n0x77 1\n"), stacks("app`0x5678;f 4\n0x99 1\n"));
  CHECK(self_changes(both.set).empty());
  CHECK(self_changes(compared(stacks("0xfeel 4\n"), stacks("0xfool 4\n")).set) == "0xfeel 4->0 0xfool 0->4 ");
}

TEST_CASE("lines count where they are asked for", "[compare]") {
  const auto at = [](std::int64_t line) { return one({.name = "f", .file = "f.c", .line = line}); };
  CHECK(compared(at(1), at(2)).set.dictionary().stacks().size() == 2);
  CHECK(compared(at(1), at(2), {.granularity = Granularity::line}).set.dictionary().stacks().size() == 3);
}

TEST_CASE("value types meet by name and dimension, in the finer unit", "[compare]") {
  const Compared both = compared(one({.name = "f", .value = 2}, {.type = "cpu", .unit = "milliseconds"}),
                                 one({.name = "f", .value = 3'000'000}, {.type = "cpu", .unit = "nanoseconds"}));
  CHECK(both.set.profiles()[0].value_types[0].unit == "nanoseconds");
  CHECK(self_changes(both.set) == "f 2000000->3000000 ");
}

TEST_CASE("what cannot be compared is refused with what there is", "[compare]") {
  CHECK_THROWS_WITH(
      compared(stacks("f 1\n"), one({.name = "f"}, {.type = "alloc_space", .unit = "bytes"})),
      "no value type of the two can be compared: the base has samples/count, the other alloc_space/bytes");
  const ValueType peak{.type = "peak", .unit = "bytes", .aggregation = Aggregation::max};
  CHECK_THROWS_AS(compared(one({.name = "f"}, peak), one({.name = "f"}, peak)), UsageError);
}

TEST_CASE("normalized, the new side comes to what the base comes to", "[compare]") {
  const Compared both = compared(stacks("a 10\nb 10\n"), stacks("a 30\nb 10\n"), {.normalized = true});
  CHECK(self_changes(both.set) == "a 10->15 b 10->5 ");
}

TEST_CASE("times and ids of threads, which differ from run to run, keep no samples apart", "[compare]") {
  const auto run = [](std::int64_t tid, std::int64_t start_ns) {
    ProfileSetBuilder builder;
    ProfileBuilder& profile = builder.add_profile();
    profile.add_value_type({.type = "samples", .unit = "count"});
    const FrameId frame = builder.frame({.function = builder.function({.name = builder.string("f")})});
    const ThreadId thread = builder.thread({.pid = 7, .tid = tid, .thread_name = builder.string("worker")});
    profile.add({.stack = builder.child({}, frame), .thread = thread, .start_ns = start_ns}, 1);
    return std::move(builder).finish();
  };
  const Compared both = compared(run(1, 100), run(2, 5000));
  CHECK(both.set.profiles()[0].samples.size() == 2);
  CHECK(both.set.profiles()[0].samples.start_ns.empty());
  CHECK(self_changes(both.set).empty());
}

TEST_CASE("profiles meet by name, and those without a counterpart are said", "[compare]") {
  const auto two = [](const std::string& first, const std::string& second) {
    ProfileSetBuilder builder;
    for (const std::string& name : {first, second}) {
      ProfileBuilder& profile = builder.add_profile(name);
      profile.add_value_type({.type = "samples", .unit = "count"});
      profile.add({}, 1);
    }
    return std::move(builder).finish();
  };
  const Compared both = compared(two("a", "b"), two("b", "c"));
  REQUIRE(both.set.profiles().size() == 1);
  CHECK(both.set.profiles()[0].name == "b");
  CHECK(both.notes == "a profile has no counterpart in the base: c\na profile of the base has no counterpart: a\n");
  CHECK_THROWS_AS(compared(two("a", "b"), two("c", "d")), UsageError);
}

TEST_CASE("a change that leaves 64 bits is refused", "[compare]") {
  CHECK_THROWS_AS((Change{.base = -2, .now = INT64_MAX}.delta()), OverflowError);
  CHECK_THROWS_AS((Change{.base = 2, .now = INT64_MIN}.delta()), OverflowError);
  CHECK((Change{.base = -1, .now = INT64_MAX - 1}.delta()) == INT64_MAX);
  CHECK(Change{.base = 2, .now = -3}.delta() == -5);
}

}  // namespace profconv::test
