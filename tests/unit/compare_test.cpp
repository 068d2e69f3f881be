// SPDX-License-Identifier: Apache-2.0
// Comparing profiles: what meets what, and what is said of the rest.
#include "profconv/comparison.h"

#include <array>
#include <string>

#include "core/transforms/comparable_name.h"
#include "profconv/errors.h"
#include "profconv/profile_builder.h"
#include "support/catch.h"
#include "support/model_dump.h"
#include "support/stacks.h"

namespace profconv::test {

namespace {

struct Compared {
  ProfileSet set;
  std::vector<TypeChanges> types;  ///< of the first profile
  std::string notes;
};

Compared compared(ProfileSet base, ProfileSet now, const ComparisonRules& rules = {}) {
  Context context;
  Comparison comparison = compare(std::move(base), std::move(now), rules, context);
  std::string notes;
  for (const Diagnostic& d : context.diagnostics()) notes += d.message + "\n";
  return {std::move(comparison.set), std::move(comparison.changes[0].types), std::move(notes)};
}

std::string self_changes(const TypeChanges& type) {
  std::string text;
  for (const FunctionChange& change : type.functions) {
    text += change.name + " " + std::to_string(change.self.base) + "->" + std::to_string(change.self.now) + " ";
  }
  return text;
}

/// Each function's own values before and after, for one value type.
std::string self_changes(const ProfileSet& set, std::size_t type = 0) {
  return self_changes(changes(set.dictionary(), set.profiles()[0])[type]);
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
  CHECK(BaseSamples(both.set.dictionary()).compared_in(profile));
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
  CHECK_THROWS_WITH(compared(one({.name = "f"}, peak), one({.name = "f"}, peak)),
                    "no value type of the two can be compared: the base has peak/bytes (does not add), the other "
                    "peak/bytes (does not add)");
}

TEST_CASE("a normalized comparison scales NEW to BASE's total, or BASE to NEW's", "[compare]") {
  const auto by = [](Normalization to) {
    return self_changes(compared(stacks("a 10\nb 10\n"), stacks("a 30\nb 10\n"), {.normalization = to}).set);
  };
  CHECK(by(Normalization::to_base) == "a 10->15 b 10->5 ");
  CHECK(by(Normalization::to_new) == "a 20->30 b 20->10 ");
}

TEST_CASE("totals from before filters decide how a comparison is normalized", "[compare]") {
  const ComparisonRules rules{.normalization = Normalization::to_base, .base_totals = {{200}}, .now_totals = {{600}}};
  const Compared both = compared(stacks("parse 100\n"), stacks("parse 400\n"), rules);
  CHECK(self_changes(both.set) == "parse 100->133 ");
  CHECK(both.types[0].type.scale == -3);
  CHECK(both.types[0].sum.now == 133'333);
}

TEST_CASE("a normalized comparison keeps totals and signs", "[compare]") {
  const ComparisonRules to_base{.normalization = Normalization::to_base};
  CHECK(self_changes(compared(stacks("f 100\n"), stacks("a 1\nb 2\nc 7\n"), to_base).set) ==
        "f 100->0 c 0->70 b 0->20 a 0->10 ");
  CHECK(total(compared(stacks("f 7\n"), stacks("a 100\nb 50\n"), to_base).set.profiles()[0], 0) == 0);
  CHECK(self_changes(compared(stacks("f 10\n"), stacks("a -4\nb 2\n"), to_base).set) == "a 0->20 b 0->-10 f 10->0 ");
}

TEST_CASE("a normalized comparison takes each type's unit into account", "[compare]") {
  const Compared both = compared(one({.name = "f", .value = 2}, {.type = "cpu", .unit = "milliseconds"}),
                                 one({.name = "g", .value = 6'000'000}, {.type = "cpu", .unit = "nanoseconds"}),
                                 {.normalization = Normalization::to_base});
  CHECK(self_changes(both.set) == "f 2000000->0 g 0->2000000 ");
}

TEST_CASE("a type that totals 0 on one side cannot be normalized, and that is a loss", "[compare]") {
  for (const char* const now : {"f 1\ng -1\n", "f 1\n"}) {
    Context context;
    const char* const base = std::string_view(now) == "f 1\n" ? "f 1\ng -1\n" : "f 3\n";
    static_cast<void>(compare(stacks(base), stacks(now), {.normalization = Normalization::to_base}, context));
    REQUIRE(context.diagnostics().size() == 1);
    CHECK(context.diagnostics()[0].severity == Severity::data_loss);
    CHECK_THAT(context.diagnostics()[0].message, contains("cannot normalize samples: it totals 0 in "));
  }
}

TEST_CASE("normalizing many small samples keeps the share of every function", "[compare]") {
  // Half of the samples are f's, interleaved with g's: rounding each of them by itself would favor one of the two.
  std::string base;
  std::string now;
  for (int i = 100; i < 200; ++i) {
    base += "main;c" + std::to_string(i) + ";f 1\nmain;c" + std::to_string(i) + ";g 1\n";
    now += "main;c" + std::to_string(i) + ";f 2\nmain;c" + std::to_string(i) + ";g 2\n";
  }
  const Compared both = compared(stacks(now), stacks(base), {.normalization = Normalization::to_new});
  for (const FunctionChange& change : both.types[0].functions) CHECK(change.self.delta() == 0);
  CHECK(both.types[0].sum.base == 200'000);
  CHECK(both.types[0].sum.now == 200'000);
  // In the profile that is written every subtree is exact to 1.
  const auto types = changes(both.set.dictionary(), both.set.profiles()[0]);
  for (const FunctionChange& change : types[0].functions) {
    INFO(change.name);
    if (change.name[0] == 'c') CHECK(std::abs(change.total.delta()) <= 1);
  }
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

TEST_CASE("a comparison in detail keeps what each side recorded", "[compare]") {
  Context context;
  const auto side = [](std::string_view name, std::int64_t line, std::uint64_t address) {
    return one({.name = name, .file = "/src/f.c", .module = "/opt/app", .line = line, .address = address});
  };
  const Comparison both = compare(side("f", 10, 0x1010), side("f.isra.0", 12, 0x1030), {.with_details = true}, context);
  CHECK(self_changes(both.set).empty());
  REQUIRE(both.details);
  const Dictionary& dictionary = both.details->dictionary();
  std::string text;
  for (const Frame& frame : dictionary.frames().subspan(1)) {
    const Function& function = dictionary.function(frame.function);
    text += std::string(dictionary.string(function.name)) + "|" + std::string(dictionary.string(function.system_name)) +
            "|" + std::string(dictionary.string(function.file)) + ":" + std::to_string(frame.line) + "@" +
            std::to_string(frame.address) + "|" +
            std::string(dictionary.string(dictionary.mapping(frame.mapping).file)) + "\n";
  }
  CHECK(text == "f||/src/f.c:10@4112|/opt/app\nf|f.isra.0|/src/f.c:12@4144|/opt/app\n");
  CHECK(changes(dictionary, both.details->profiles()[0])[0].functions.empty());
}

TEST_CASE("an offset in a function makes no difference, and stays in the details' system name", "[compare]") {
  const auto side = [](std::uint64_t offset) {
    ProfileSetBuilder builder;
    ProfileBuilder& profile = builder.add_profile();
    profile.add_value_type({.type = "samples", .unit = "count"});
    const FunctionId function = builder.function({.name = builder.string("f")});
    profile.add({.stack = builder.child({}, builder.frame({.function = function, .offset = offset}))}, 1);
    return std::move(builder).finish();
  };
  Context context;
  const Comparison both = compare(side(0x10), side(0x20), {.with_details = true}, context);
  CHECK(self_changes(both.set).empty());
  REQUIRE(both.details);
  CHECK_THAT(dump(*both.details), contains("\"f\" system=\"f+0x10\"") && contains("\"f\" system=\"f+0x20\""));
}

TEST_CASE("attributes that both sides have are those of the comparison", "[compare]") {
  const auto side = [](std::int64_t pid) {
    ProfileSetBuilder builder;
    ProfileBuilder& profile = builder.add_profile();
    profile.add_value_type({.type = "samples", .unit = "count"});
    profile.metadata().attributes = {{"host", "a"}, {"pid", pid}};
    profile.add({}, 1);
    return std::move(builder).finish();
  };
  const Compared both = compared(side(1), side(2));
  CHECK(both.set.profiles()[0].metadata.attributes == Attributes{{"host", "a"}});
  CHECK_THAT(both.notes, contains("dropped attributes that are not the same in all inputs: pid"));
}

TEST_CASE("in detail, samples without any value are left out, as pprof leaves them out", "[compare]") {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = "objects", .unit = "count"});
  profile.add_value_type({.type = "space", .unit = "bytes"});
  const auto add = [&](std::string_view name, std::vector<std::int64_t> values) {
    const FunctionId function = builder.function({.name = builder.string(name)});
    profile.add({.stack = builder.child({}, builder.frame({.function = function}))}, values);
  };
  add("nothing", {0, 0});
  add("in use", {0, 8});
  add("freed", {1, 0});
  ProfileSet set = std::move(builder).finish();
  Context context;
  const Comparison both = compare(set, set, {.with_details = true}, context);
  REQUIRE(both.details);
  const Samples& samples = both.details->profiles()[0].samples;
  REQUIRE(samples.size() == 4);  // two of each side
  for (std::size_t row = 0; row < samples.size(); ++row)
    CHECK((samples.values[0][row] != 0 || samples.values[1][row] != 0));
}

TEST_CASE("in detail, a module at another address is the same module, and addresses move with it", "[compare]") {
  const auto run = [](std::uint64_t start, std::uint64_t limit, std::string_view id) {
    ProfileSetBuilder builder;
    ProfileBuilder& profile = builder.add_profile();
    profile.add_value_type({.type = "samples", .unit = "count"});
    const MappingId mapping = builder.mapping(
        {.file = builder.string("/opt/app"), .build_id = builder.string(id), .start = start, .limit = limit});
    profile.add({.stack = builder.child({}, builder.frame({.mapping = mapping, .address = start + 0x123}))}, 1);
    return std::move(builder).finish();
  };
  const auto mappings = [&](ProfileSet base, ProfileSet now) {
    Context context;
    const Comparison both = compare(std::move(base), std::move(now), {.with_details = true}, context);
    std::string text;
    for (const Frame& frame : both.details->dictionary().frames().subspan(1)) {
      text += std::to_string(both.details->dictionary().mapping(frame.mapping).start) + "+" +
              std::to_string(frame.address) + " ";
    }
    return text;
  };
  CHECK(mappings(run(0x5000, 0x7000, "a"), run(0x9000, 0xb000, "a")) == "36864+37155 ");
  // The size may differ within a page, as in pprof; another build is another module.
  CHECK(mappings(run(0x5000, 0x6fff, "a"), run(0x9000, 0xb000, "a")) == "36864+37155 ");
  CHECK(mappings(run(0x5000, 0x7000, "b"), run(0x9000, 0xb000, "a")) == "36864+37155 20480+20771 ");
}

TEST_CASE("in detail, addresses relative to a file stay, and are never those of a process", "[compare]") {
  const auto run = [](bool relative, std::uint64_t start) {
    ProfileSetBuilder builder;
    ProfileBuilder& profile = builder.add_profile();
    profile.add_value_type({.type = "samples", .unit = "count"});
    const MappingId mapping = builder.mapping(
        {.file = builder.string("/opt/app"), .start = start, .limit = start + 0x2000, .relative_addresses = relative});
    profile.add({.stack = builder.child({}, builder.frame({.mapping = mapping, .address = 0x123}))}, 1);
    return std::move(builder).finish();
  };
  const auto frames = [&](ProfileSet base, ProfileSet now) {
    Context context;
    const Comparison both =
        compare(std::move(base), std::move(now), {.granularity = Granularity::address, .with_details = true}, context);
    std::string text;
    for (const ProfileSet* const set : {&both.set, &*both.details}) {
      for (const Frame& frame : set->dictionary().frames().subspan(1)) text += std::to_string(frame.address) + " ";
      text += "| ";
    }
    return text;
  };
  CHECK(frames(run(true, 0x5000), run(true, 0x9000)) == "291 | 291 | ");
  CHECK(frames(run(true, 0), run(false, 0)) == "291 291 | 291 291 | ");
}

TEST_CASE("details are normalized as the rest is", "[compare]") {
  Context context;
  const ComparisonRules rules{.normalization = Normalization::to_base, .with_details = true};
  const Comparison both = compare(stacks("a 10\nb 10\n"), stacks("a 30\nb 10\n"), rules, context);
  CHECK(self_changes(*both.details) == "a 10->15 b 10->5 ");
}

TEST_CASE("where one side has no modules, frames without a name stay one for each module of the other", "[compare]") {
  const Compared both = compared(stacks("app`0x1234 4\nlib`0x55 1\n"), stacks("f 7\n"));
  CHECK(self_changes(both.set) == "f 0->7 app 4->0 lib 1->0 ");
  CHECK(self_changes(compared(stacks("app`0x1234 4\n"), stacks("0x77 1\n0x78 2\n")).set) ==
        "app 4->0 0x78 0->2 0x77 0->1 ");
}

}  // namespace profconv::test
