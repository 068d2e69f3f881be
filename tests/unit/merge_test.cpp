// SPDX-License-Identifier: Apache-2.0
// What merging promises: values by their own rule, profiles that meet or stay apart, facts united or refused.
#include "profconv/merge.h"

#include <array>
#include <optional>

#include "profconv/profile_builder.h"
#include "support/catch.h"
#include "support/model_dump.h"
#include "support/rich_profile.h"

namespace profconv::test {

namespace {

using Values = std::vector<std::int64_t>;

/// One sample of a profile: its function, its values, when it begins.
struct Row {
  std::string function;
  Values values;
  std::optional<std::int64_t> start_ns = {};
  std::optional<std::uint32_t> shared_depth = {};
};

struct Facts {
  std::string name = {};
  Metadata metadata = {};
};

ProfileSet made(const std::vector<ValueType>& types, const std::vector<Row>& rows, const Facts& facts = {}) {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile(facts.name);
  for (const ValueType& type : types) profile.add_value_type(type);
  profile.metadata() = facts.metadata;
  for (const Row& row : rows) {
    const FunctionId function = builder.function({.name = builder.string(row.function)});
    const std::array frames{builder.frame({.function = function})};
    profile.add({.stack = builder.root_first(frames), .start_ns = row.start_ns, .shared_depth = row.shared_depth},
                row.values);
  }
  return std::move(builder).finish();
}

ProfileSet with(const Metadata& metadata) {
  return made({{.type = "samples", .unit = "count"}}, {{"f", {1}}}, {.metadata = metadata});
}

ProfileSet merged(const std::vector<ProfileSet>& sets) {
  Context context;
  return merge(sets, context);
}

Metadata facts_of(const std::vector<Metadata>& all) {
  std::vector<ProfileSet> sets;
  for (const Metadata& metadata : all) sets.push_back(with(metadata));
  return merged(sets).profiles().at(0).metadata;
}

const ValueType samples{.type = "samples", .unit = "count"};
const ValueType peak{.type = "peak", .unit = "bytes", .aggregation = Aggregation::max};
const ValueType lowest{.type = "lowest", .unit = "bytes", .aggregation = Aggregation::min};
const ValueType average{.type = "average", .unit = "count", .aggregation = Aggregation::last};

ValueType cpu(const std::string& unit, int scale = 0) { return {.type = "cpu", .unit = unit, .scale = scale}; }

}  // namespace

TEST_CASE("values of equal samples combine by their own rule", "[merge]") {
  const std::vector types{samples, peak, lowest};
  const ProfileSet all =
      merged({made(types, {{"g", {1, 10, -5}}, {"f", {2, -9, 7}}}), made(types, {{"f", {3, -8, 9}}})});
  const Profile& profile = all.profiles().at(0);
  CHECK(profile.value_types == types);
  CHECK(profile.samples.values == std::vector<Values>{{5, 1}, {-8, 10}, {7, -5}});
}

TEST_CASE("rows whose values can be neither added nor compared stay apart", "[merge]") {
  const ProfileSet all =
      merged({made({samples, average}, {{"f", {1, 50}}}), made({samples, average}, {{"f", {1, 40}}, {"g", {1, 1}}})});
  CHECK(all.profiles().at(0).samples.values == std::vector<Values>{{1, 1, 1}, {40, 50, 1}});
}

TEST_CASE("units of one dimension meet in the finer one, and powers of ten too", "[merge]") {
  const auto one = [](const ValueType& type, std::int64_t value) { return made({type}, {{"f", {value}}}); };
  const auto both = [&](const ValueType& a, std::int64_t of_a, const ValueType& b, std::int64_t of_b) {
    const ProfileSet all = merged({one(a, of_a), one(b, of_b)});
    const Profile& profile = all.profiles().at(0);
    REQUIRE(profile.value_types.size() == 1);
    const ValueType& type = profile.value_types[0];
    return std::to_string(profile.samples.values[0].at(0)) + "e" + std::to_string(type.scale) + " " + type.unit;
  };
  CHECK(both(cpu("nanoseconds"), 5, cpu("milliseconds"), 2) == "2000005e0 nanoseconds");
  CHECK(both(cpu("s"), 1, cpu("ms"), 2) == "1002e0 ms");
  CHECK(both(cpu("ns"), 1, cpu("nanoseconds"), 2) == "3e0 nanoseconds");
  CHECK(both(cpu("seconds", -3), 1500, cpu("seconds"), 2) == "3500e-3 seconds");
  CHECK(both(cpu("kb"), 1, cpu("bytes"), 1) == "1025e0 bytes");
  CHECK(merged({one(cpu("apples"), 1), one(cpu("pears"), 1)}).profiles().at(0).value_types.size() == 2);
}

TEST_CASE("greatest and least values in different units are compared, not mixed with zeros", "[merge]") {
  const auto of = [](ValueType type, const std::string& unit, std::int64_t value) {
    type.unit = unit;
    return made({type}, {{"f", {value}}});
  };
  const auto value = [](const ProfileSet& set) { return set.profiles().at(0).samples.values.at(0).at(0); };
  CHECK(value(merged({of(peak, "kb", -2), of(peak, "bytes", -4000)})) == -2048);
  CHECK(value(merged({of(lowest, "kb", 2), of(lowest, "bytes", 4000)})) == 2048);
}

TEST_CASE("a sum that an input lacks is 0 there, and that is said", "[merge]") {
  Context context;
  const ProfileSet all = merge(
      {made({samples}, {{"f", {1}}}), made({samples, cpu("nanoseconds")}, {{"f", {2, 20}}, {"g", {3, 30}}})}, context);
  REQUIRE(all.profiles().size() == 1);
  CHECK(all.profiles()[0].value_types == std::vector{cpu("nanoseconds"), samples});
  CHECK(all.profiles()[0].samples.values == std::vector<Values>{{20, 30}, {3, 3}});
  CHECK_THAT(dump(context.diagnostics()), contains("note merge.zeros"));
}

TEST_CASE("profiles that lack a value type that has no 0 stay apart, and that is said", "[merge]") {
  Context context;
  const ProfileSet all = merge({made({samples}, {{"f", {1}}}), made({samples, peak}, {{"f", {2, 20}}})}, context);
  CHECK(all.profiles().size() == 2);
  CHECK_THAT(dump(context.diagnostics()), contains("note merge.apart"));
}

TEST_CASE("profiles meet by name; those without one by their place", "[merge]") {
  Context context;
  const ProfileSet all =
      merge({made({samples}, {{"f", {1}}}, {.name = "a"}), made({samples}, {{"f", {2}}}, {.name = "b"}),
             made({samples}, {{"f", {4}}}, {.name = "a"})},
            context);
  REQUIRE(all.profiles().size() == 2);
  CHECK(all.profiles()[0].samples.values[0] == Values{5});
  CHECK(all.profiles()[1].name == "b");
  CHECK(context.diagnostics().empty());
}

TEST_CASE("buckets of different schemes stay apart", "[merge]") {
  CHECK(merged({with({.distribution = "quantize"}), with({.distribution = "lquantize"})}).profiles().size() == 2);
}

TEST_CASE("samples with start times keep them; equal ones become one", "[merge]") {
  const Facts facts{.metadata = {.clock = Clock::monotonic}};
  Context context;
  const ProfileSet all = merge({made({samples}, {{"f", {1}, 20}, {"g", {1}, 10}}, facts),
                                made({samples}, {{"f", {2}, 20}, {"f", {1}, 30}}, facts)},
                               context);
  CHECK(all.profiles().at(0).samples.start_ns == Values{10, 20, 30});
  CHECK(all.profiles()[0].samples.values[0] == Values{1, 3, 1});
  CHECK(all.profiles()[0].metadata.clock == Clock::monotonic);
  CHECK_THAT(dump(context.diagnostics()), contains("note merge.clock"));
}

TEST_CASE("start times of different clocks are refused", "[merge]") {
  const auto on = [](Clock clock) { return made({samples}, {{"f", {1}, 1}}, {.metadata = {.clock = clock}}); };
  CHECK_THROWS_WITH(merged({on(Clock::monotonic), on(Clock::epoch)}),
                    contains("profile set 2: its start times are epoch, those of another input monotonic"));
}

TEST_CASE("samples without start times stay apart from those with", "[merge]") {
  CHECK(merged({made({samples}, {{"f", {1}}}), made({samples}, {{"f", {1}, 1}})}).profiles().size() == 2);
}

TEST_CASE("spans of one thread in two inputs are refused", "[merge]") {
  const ProfileSet spans = made({samples}, {{"f", {1}, 1, 0}, {"f", {1}, 2, 1}});
  CHECK(merged({spans}).profiles().at(0).samples.shared_depth == std::vector<std::uint32_t>{0, 1});
  CHECK_THROWS_WITH(merged({spans, spans}), contains("spans of a thread"));
}

TEST_CASE("a total beyond 64 bits is refused by name, one that comes back is none", "[merge]") {
  const auto one = [](std::int64_t value) { return made({cpu("ns")}, {{"f", {value}}}); };
  CHECK_THROWS_AS(merged({one(INT64_MAX), one(1)}), OverflowError);
  CHECK_THROWS_WITH(merged({one(INT64_MAX), one(1)}), contains("the merged cpu in ns overflows a 64-bit integer in f"));
  CHECK(merged({one(INT64_MAX), one(1), one(-1)}).profiles()[0].samples.values[0] == Values{INT64_MAX});
  CHECK_THROWS_AS(merged({one(1), made({cpu("hours")}, {{"f", {INT64_MAX / 1000}}})}), OverflowError);
}

TEST_CASE("facts: durations add, the first start counts, comments and sources are united", "[merge]") {
  const Metadata all = facts_of({{.source_format = "pprof", .start_ns = 20, .duration_ns = 5, .comments = {"b", "a"}},
                                 {.source_format = "dhat"},
                                 {.source_format = "pprof", .start_ns = 10, .duration_ns = 7, .comments = {"b"}}});
  CHECK(all.duration_ns == 12);
  CHECK(all.start_ns == 10);
  CHECK(all.comments == std::vector<std::string>{"a", "b"});
  CHECK(all.source_format == "dhat, pprof");
}

TEST_CASE("facts: instructions and recordings are counted", "[merge]") {
  const Metadata run{.duration_instructions = 7, .comments = {"te: 7 instrs"}};
  const Metadata both = facts_of({run, run});
  CHECK(both.duration_instructions == 14);
  CHECK(both.recordings == 2);
  CHECK(facts_of({both, run}).recordings == 3);
  CHECK(facts_of({run}).recordings == 1);
}

TEST_CASE("facts: one command line stays, several become comments", "[merge]") {
  CHECK(facts_of({{.command = "a"}, {}, {.command = "a"}}).command == "a");
  const Metadata both = facts_of({{.command = "b"}, {.command = "a"}});
  CHECK(both.command.empty());
  CHECK(both.comments == std::vector<std::string>{"command: a", "command: b"});
  CHECK(facts_of({both, {.command = "a"}}).comments == both.comments);
}

TEST_CASE("facts: sampling periods agree in any unit, or counts of samples are refused", "[merge]") {
  const Metadata ms{.period = 10, .period_type = cpu("milliseconds")};
  const Metadata ns{.period = 10'000'000, .period_type = cpu("nanoseconds")};
  CHECK(facts_of({ms, ns}).period == ns.period);
  CHECK_THROWS_WITH(facts_of({ms, {.period = 10, .period_type = cpu("seconds")}}),
                    contains("profile set 2: sampling periods differ (cpu 10 milliseconds, cpu 10 seconds)"));
}

TEST_CASE("facts: a sampling period is not that of samples which have none", "[merge]") {
  const Metadata bytes{.period = 524288, .period_type = {.type = "space", .unit = "bytes"}};
  for (const std::vector<ProfileSet>& sets :
       {std::vector{with(bytes), with({})}, std::vector{with({}), with(bytes), with(bytes)}}) {
    Context context;
    const Metadata all = merge(sets, context).profiles().at(0).metadata;
    CHECK(all.period == 0);
    CHECK(all.period_type == ValueType{});
    REQUIRE(context.diagnostics().size() == 1);
    CHECK(context.diagnostics()[0].kind == "merge.period");
    CHECK(context.diagnostics()[0].severity == Severity::data_loss);
    CHECK_THAT(context.diagnostics()[0].message, contains("dropped the sampling period (space 524288 bytes): "));
  }
  CHECK(facts_of({bytes, bytes}).period == 524288);
  CHECK(merged({with(bytes), made({samples}, {})}).profiles().at(0).metadata.period == 524288);
}

TEST_CASE("facts: of texts that differ one is kept, and the loss said", "[merge]") {
  Context context;
  const ProfileSet all = merge({with({.doc_url = "y"}), with({.doc_url = "x"})}, context);
  CHECK(all.profiles().at(0).metadata.doc_url == "x");
  CHECK(context.has(Severity::data_loss));
}

TEST_CASE("the value type shown first is the first by name of those the inputs show", "[merge]") {
  const ProfileSet all = merged({made({samples, cpu("ns")}, {}), made({cpu("ns"), samples}, {})});
  CHECK(all.profiles().at(0).metadata.default_type == "cpu");
}

TEST_CASE("merging one set keeps all that is in it", "[merge]") {
  const ProfileSet rich = rich_profile();
  const ProfileSet again = merged({rich});
  CHECK(dump(merged({again})) == dump(again));
  CHECK(again.profiles().size() == rich.profiles().size());
  CHECK(again.profiles()[0].samples.values.size() == 3);
  CHECK(again.profiles()[0].samples.size() == 3);
}

TEST_CASE("facts: attributes that all inputs agree on stay, the others are dropped and named", "[merge]") {
  const Attributes first{{"host", "a"}, {"mode", "heap"}, {"pid", 1}};
  const Attributes second{{"host", "a"}, {"mode", 1}, {"user", "u"}};
  Context context;
  const ProfileSet all = merge({with({.attributes = first}), with({.attributes = second})}, context);
  CHECK(all.profiles().at(0).metadata.attributes == Attributes{{"host", "a"}});
  REQUIRE(context.diagnostics().size() == 1);
  CHECK(context.diagnostics()[0].message == "dropped attributes that are not the same in all inputs: mode, pid, user");
  CHECK(context.diagnostics()[0].severity == Severity::note);
  CHECK(facts_of({{.attributes = first}, {.attributes = first}}).attributes == first);
}

TEST_CASE("facts: attributes that comments keep are dropped without a word", "[merge]") {
  Context context;
  const auto run = [](std::int64_t pid) {
    return with({.comments = {"pid: " + std::to_string(pid)}, .attributes = {{"pid", pid}}});
  };
  const Metadata all = merge({run(1), run(2)}, context).profiles().at(0).metadata;
  CHECK(all.attributes.empty());
  CHECK(all.comments == std::vector<std::string>{"pid: 1", "pid: 2"});
  CHECK(context.diagnostics().empty());
}

}  // namespace profconv::test
