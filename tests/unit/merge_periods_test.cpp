// SPDX-License-Identifier: Apache-2.0
// Merging where sampling periods differ: what is left out, what is shown then, and what makes no difference.
#include <array>

#include "core/transforms/merge_periods.h"
#include "profconv/errors.h"
#include "profconv/merge.h"
#include "profconv/profile_builder.h"
#include "support/catch.h"

namespace profconv::test {

namespace {

using Values = std::vector<std::int64_t>;

/// One sample of a profile: its function and its values.
struct Row {
  std::string function;
  Values values;
};

ProfileSet made(const std::vector<ValueType>& types, const std::vector<Row>& rows, const Metadata& metadata = {}) {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  for (const ValueType& type : types) profile.add_value_type(type);
  profile.metadata() = metadata;
  for (const Row& row : rows) {
    const FunctionId function = builder.function({.name = builder.string(row.function)});
    const std::array frames{builder.frame({.function = function})};
    profile.add({.stack = builder.root_first(frames)}, row.values);
  }
  return std::move(builder).finish();
}

ProfileSet merged(const std::vector<ProfileSet>& sets) {
  Context context;
  return merge(sets, context);
}

const ValueType samples{.type = "samples", .unit = "count"};
const ValueType cpu_ns{.type = "cpu", .unit = "ns"};
const Metadata every_10_ms{.period = 10, .period_type = {.type = "cpu", .unit = "milliseconds"}};
const Metadata every_20_ms{.period = 20'000'000, .period_type = cpu_ns};

std::string shown(const ProfileSet& set) { return set.profiles().at(0).metadata.default_type; }

}  // namespace

TEST_CASE("where sampling periods differ, times add and counts of samples are left out", "[merge]") {
  const std::vector types{cpu_ns, samples, ValueType{.type = "cycles_sample", .unit = "count"},
                          ValueType{.type = "alloc_objects", .unit = "count"}};
  Context context;
  const ProfileSet all = merge({made(types, {{"f", {10, 1, 1, 5}}}, every_10_ms),
                                made(types, {{"f", {20, 1, 1, 6}}, {"g", {20, 1, 1, 7}}}, every_20_ms)},
                               context);
  const Profile& profile = all.profiles().at(0);
  CHECK(profile.value_types == std::vector{types[3], types[0]});
  CHECK(profile.samples.values == std::vector<Values>{{11, 7}, {30, 20}});
  CHECK(profile.metadata.period == 0);
  CHECK(profile.metadata.period_type == ValueType{});
  CHECK(profile.metadata.default_type == "alloc_objects");
  REQUIRE(context.diagnostics().size() == 1);
  CHECK(context.diagnostics()[0].kind == "merge.periods");
  CHECK(context.diagnostics()[0].severity == Severity::data_loss);
  CHECK(context.diagnostics()[0].message ==
        "the inputs' sampling periods differ (cpu 10 milliseconds, cpu 20000000 ns): dropped the period and the counts "
        "of samples");
}

TEST_CASE("a warning names counts of samples only where there were some", "[merge]") {
  const std::vector types{ValueType{.type = "alloc_space", .unit = "bytes"}};
  Context context;
  const ProfileSet all =
      merge({made(types, {{"f", {10}}}, every_10_ms), made(types, {{"f", {20}}}, every_20_ms)}, context);
  CHECK(all.profiles().at(0).samples.values == std::vector<Values>{{30}});
  REQUIRE(context.diagnostics().size() == 1);
  CHECK(context.diagnostics()[0].message ==
        "the inputs' sampling periods differ (cpu 10 milliseconds, cpu 20000000 ns): dropped the period");
}

TEST_CASE("that periods differed is remembered", "[merge]") {
  const std::vector types{samples, cpu_ns};
  const auto run = [&](const Metadata& metadata) { return made(types, {{"f", {1, 5}}}, metadata); };
  const ProfileSet both = merged({run(every_10_ms), run(every_20_ms)});
  for (const Metadata& third : {every_10_ms, Metadata{}}) {
    const Profile profile = merged({both, run(third)}).profiles().at(0);
    CHECK(profile.value_types == std::vector{cpu_ns});
    CHECK(profile.samples.values == std::vector<Values>{{15}});
  }
  // So is a period that not all inputs have.
  const ProfileSet partly = merged({run(every_10_ms), run({})});
  CHECK(partly.profiles().at(0).value_types == types);
  CHECK(merged({partly, run(every_10_ms)}).profiles().at(0).value_types == types);
  CHECK(merged({partly, run(every_20_ms)}).profiles().at(0).value_types == std::vector{cpu_ns});
}

TEST_CASE("sampling periods of different events are refused", "[merge]") {
  const Metadata bytes{.period = 512, .period_type = {.type = "space", .unit = "bytes"}};
  CHECK_THROWS_WITH(merged({made({cpu_ns}, {{"f", {1}}}, every_10_ms), made({cpu_ns}, {{"f", {1}}}, bytes)}),
                    contains("profile set 2: its sampling period is space 512 bytes, that of another input cpu 10 "));
}

TEST_CASE("where sampling periods differ, an input of nothing but counts is refused, whatever it was merged with",
          "[merge]") {
  const ProfileSet counts = made({samples}, {{"f", {1}}}, every_10_ms);
  const ProfileSet times = made({samples, cpu_ns}, {{"f", {1, 5}}}, every_10_ms);
  const ProfileSet others = made({samples, cpu_ns}, {{"f", {1, 5}}}, every_20_ms);
  CHECK_THROWS_AS(merged({counts, others}), UsageError);
  CHECK_THROWS_AS(merged({merged({counts, times}), others}), UsageError);
  CHECK_THROWS_AS(merged({merged({times, others}), counts}), UsageError);
}

TEST_CASE("where sampling periods differ, the value type that the inputs show is still shown", "[merge]") {
  // As Go records heaps.
  const std::vector<ValueType> types{{.type = "alloc_objects", .unit = "count"},
                                     {.type = "alloc_space", .unit = "bytes"},
                                     {.type = "inuse_objects", .unit = "count"},
                                     {.type = "inuse_space", .unit = "bytes"}};
  const auto heap = [&](std::int64_t period) {
    return made(types, {{"f", {1, 2, 3, 4}}},
                {.period = period, .period_type = {.type = "space", .unit = "bytes"}, .default_type = "inuse_space"});
  };
  CHECK(shown(merged({heap(512), heap(1024)})) == "inuse_space");
}

TEST_CASE("if the value type that the inputs show is left out, the sampled one is shown, else a time", "[merge]") {
  const ValueType objects{.type = "alloc_objects", .unit = "count"};
  const ValueType age{.type = "age", .unit = "seconds"};
  const ValueType delay{.type = "delay", .unit = "ms"};
  const auto of = [&](const std::vector<ValueType>& types) {
    const std::vector<Row> rows{{"f", Values(types.size(), 1)}};
    return shown(merged({made(types, rows, every_10_ms), made(types, rows, every_20_ms)}));
  };
  CHECK(of({objects, age, cpu_ns, samples}) == "cpu");
  CHECK(of({objects, delay, age, samples}) == "age");
  CHECK(of({{.type = "size", .unit = "bytes"}, objects, samples}) == "alloc_objects");
}

TEST_CASE("which left-out type was shown is remembered, so that grouping makes no difference", "[merge]") {
  const ValueType late{.type = "zoom", .unit = "bytes"};
  const auto run = [&](const std::vector<ValueType>& types, const Metadata& metadata) {
    return made(types, {{"f", Values(types.size(), 1)}}, metadata);
  };
  const ProfileSet a = run({cpu_ns, samples}, every_10_ms);
  const ProfileSet b = run({cpu_ns, samples}, every_20_ms);
  const ProfileSet c = run({cpu_ns, late}, every_10_ms);
  CHECK(shown(merged({a, b, c})) == "cpu");
  CHECK(shown(merged({merged({a, b}), c})) == "cpu");
  CHECK(shown(merged({merged({a, c}), b})) == "cpu");
}

TEST_CASE("an input without samples makes no period differ", "[merge]") {
  const std::vector types{samples, cpu_ns};
  const ProfileSet sampled = made(types, {{"f", {1, 5}}}, every_10_ms);
  const Metadata bytes{.period = 512, .period_type = {.type = "space", .unit = "bytes"}};
  for (const ProfileSet& empty :
       {made(types, {}, every_20_ms), made({samples}, {}, every_20_ms), made(types, {}, bytes),
        merged({made(types, {}, every_20_ms), made(types, {}, bytes)})}) {
    Context context;
    const ProfileSet all = merge({sampled, empty}, context);
    CHECK(all.profiles().at(0).samples.values.size() == 2);
    CHECK(all.profiles().at(0).metadata.period == 10);
    CHECK_FALSE(context.has(Severity::data_loss));
    CHECK(merged({empty, sampled}).profiles().at(0).metadata.period == 10);
  }
}

TEST_CASE("inputs without samples keep the period they share", "[merge]") {
  const std::vector types{samples, cpu_ns};
  const ProfileSet slow = made(types, {}, every_20_ms);
  CHECK(merged({slow, slow}).profiles().at(0).metadata.period == 20'000'000);
  const ProfileSet both = merged({slow, made(types, {}, every_10_ms)});
  CHECK(both.profiles().at(0).metadata.period == 0);
  CHECK(both.profiles().at(0).value_types.size() == 2);
}

TEST_CASE("name and unit tell whether values count samples", "[merge]") {
  const auto counts = [](const char* type, const char* unit, Aggregation aggregation = Aggregation::sum) {
    return counts_samples({.type = type, .dimension = unit, .aggregation = aggregation});
  };
  for (const char* const type :
       {"samples", "sample", "Samples", "hits", "Hit", "cycles_sample", "cpu-samples", "CPU samples", "cpuSamples"}) {
    for (const char* const unit : {"count", "", "Counts", "samples", "hits"}) {
      INFO(type << "/" << unit);
      CHECK(counts(type, unit));
    }
    CHECK_FALSE(counts(type, "bytes"));
    CHECK_FALSE(counts(type, "count", Aggregation::max));
  }
  CHECK(counts("cpu", "samples"));
  for (const char* const type :
       {"", "cpu", "alloc_objects", "cycles_event", "cache_hits", "resamples", "contentions"}) {
    INFO(type);
    CHECK_FALSE(counts(type, "count"));
  }
}

}  // namespace profconv::test
