// SPDX-License-Identifier: Apache-2.0
// Building profiles: what merges, what stays apart, and what is refused.
#include "profconv/profile_builder.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "profconv/errors.h"
#include "support/catch.h"
#include "support/model_dump.h"

namespace profconv::test {

namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();

StackId stack_of(ProfileSetBuilder& builder, std::string_view function) {
  return builder.child({}, builder.frame({.function = builder.function({.name = builder.string(function)})}));
}

ProfileBuilder& counting(ProfileSetBuilder& builder, Aggregation aggregation = Aggregation::sum) {
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = "samples", .unit = "count", .aggregation = aggregation});
  return profile;
}

/// What adding `values` to one stack gives.
std::vector<std::int64_t> merged(Aggregation aggregation, std::initializer_list<std::int64_t> values,
                                 SampleOrder order = SampleOrder::merged) {
  ProfileSetBuilder builder(order);
  ProfileBuilder& profile = counting(builder, aggregation);
  const StackId stack = stack_of(builder, "f");
  for (const std::int64_t value : values) profile.add({.stack = stack}, value);
  return std::move(builder).finish().profiles()[0].samples.values[0];
}

}  // namespace

TEST_CASE("equal samples become one, by the rule of their value type", "[builder]") {
  CHECK(merged(Aggregation::sum, {5, 7, -2}) == std::vector<std::int64_t>{10});
  CHECK(merged(Aggregation::max, {5, 7, -2}) == std::vector<std::int64_t>{7});
  CHECK(merged(Aggregation::min, {5, 7, -2}) == std::vector<std::int64_t>{-2});
}

TEST_CASE("a profile remembers that maxima became one, unless all but one were 0", "[builder]") {
  const auto remembers = [](Aggregation aggregation, std::int64_t first, std::int64_t second) {
    ProfileSetBuilder builder;
    ProfileBuilder& profile = counting(builder, aggregation);
    for (const std::int64_t value : {first, second}) profile.add({.stack = stack_of(builder, "f")}, value);
    return std::move(builder).finish().profiles()[0].metadata.merged_maxima;
  };
  CHECK(remembers(Aggregation::max, 5, 3));
  CHECK_FALSE(remembers(Aggregation::max, 0, 3));
  CHECK_FALSE(remembers(Aggregation::max, 5, 0));
  CHECK_FALSE(remembers(Aggregation::sum, 5, 3));
}

TEST_CASE("a sum that overflows a 64-bit integer is an error in either direction", "[builder]") {
  CHECK(merged(Aggregation::sum, {largest - 1, 1}) == std::vector<std::int64_t>{largest});
  CHECK_THROWS_AS(merged(Aggregation::sum, {largest, 1}), OverflowError);
  CHECK_THROWS_AS(merged(Aggregation::sum, {smallest, -1}), OverflowError);
  CHECK(merged(Aggregation::max, {smallest, largest}) == std::vector<std::int64_t>{largest});
}

TEST_CASE("a sum that overflows is told with its value type and its stack", "[builder]") {
  const auto error_of = [](const std::vector<std::string_view>& names) -> std::string {
    ProfileSetBuilder builder;
    ProfileBuilder& profile = builder.add_profile();
    profile.add_value_type({.type = "alloc_space", .unit = "bytes"});
    StackId stack;
    for (const std::string_view name : names) {
      stack = builder.child(stack, builder.frame({.function = builder.function({.name = builder.string(name)})}));
    }
    profile.add({.stack = stack}, largest);
    try {
      profile.add({.stack = stack}, 1);
    } catch (const OverflowError& error) {
      return error.what();
    }
    return {};
  };
  const std::string sum = "the sum of alloc_space overflows a 64-bit integer";
  CHECK(error_of({}) == sum);
  CHECK(error_of({"f"}) == sum + " in f");
  CHECK(error_of({"a", "b", "c", "d"}) == sum + " in a;b;c;d");
  CHECK(error_of({"a", "b", "c", "d", "e"}) == sum + " in a;...;d;e");
  CHECK(error_of({"a", "b\n", ""}) == sum + " in a;b\\x0a;[unknown]");
  CHECK(error_of({std::string(100, 'x')}) == sum + " in " + std::string(60, 'x'));
}

TEST_CASE("samples become one for each stack, thread and labels, in the order of their first", "[builder]") {
  std::mt19937 random(42);
  ProfileSetBuilder builder;
  ProfileBuilder& profile = counting(builder);
  std::vector<SampleKey> keys;
  std::vector<std::int64_t> sums;
  for (int i = 0; i < 2000; ++i) {
    SampleKey key{.stack = stack_of(builder, "f" + std::to_string(random() % 9))};
    const LabelText label{.key = "l", .text = "x"};
    if (const auto tid = static_cast<std::uint32_t>(random() % 3); tid != 0)
      key.thread = builder.thread({.pid = 1, .tid = tid});
    if (random() % 2 == 0) key.labels = builder.labels(std::span(&label, 1));
    const auto same = [&](const SampleKey& k) {
      return k.stack == key.stack && k.thread == key.thread && k.labels == key.labels;
    };
    const auto known = std::find_if(keys.begin(), keys.end(), same);
    const auto row = static_cast<std::size_t>(known - keys.begin());
    if (known == keys.end()) {
      keys.push_back(key);
      sums.push_back(0);
    }
    sums[row] += i;
    profile.add(key, i);
  }
  const Samples samples = std::move(builder).finish().profiles()[0].samples;
  REQUIRE(samples.size() == keys.size());
  CHECK(samples.values[0] == sums);
  for (std::size_t row = 0; row < keys.size(); ++row) {
    CHECK(samples.stack[row] == keys[row].stack);
    CHECK(samples.thread_of(row) == keys[row].thread);
    CHECK(samples.labels_of(row) == keys[row].labels);
  }
}

TEST_CASE("a set has as many profiles as its limit allows", "[builder]") {
  ProfileSetBuilder builder(SampleOrder::merged, {.max_profiles = 2});
  static_cast<void>(builder.add_profile());
  static_cast<void>(builder.add_profile());
  CHECK_THROWS_WITH(builder.add_profile(), contains("more than 2 profiles, the limit (--max-profiles)"));
}

TEST_CASE("the total of a column that overflows a 64-bit integer is an error", "[builder]") {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = counting(builder);
  profile.add({.stack = stack_of(builder, "f")}, largest);
  profile.add({.stack = stack_of(builder, "g")}, 1);
  const ProfileSet set = std::move(builder).finish();
  CHECK_THROWS_AS(total(set.profiles()[0], 0), OverflowError);
}

TEST_CASE("samples stay at the place of the first, and as read only neighbours merge", "[builder]") {
  const auto values = [](SampleOrder order) {
    ProfileSetBuilder builder(order);
    ProfileBuilder& profile = counting(builder);
    const StackId f = stack_of(builder, "f");
    const StackId g = stack_of(builder, "g");
    for (const StackId stack : {f, f, g, f}) profile.add({.stack = stack}, 1);
    return std::move(builder).finish().profiles()[0].samples.values[0];
  };
  CHECK(values(SampleOrder::merged) == std::vector<std::int64_t>{3, 1});
  CHECK(values(SampleOrder::as_read) == std::vector<std::int64_t>{2, 1, 1});
}

TEST_CASE("a sample finds the row of its stack, however old that is", "[builder]") {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = counting(builder);
  const StackId oldest = stack_of(builder, "f");
  const StackId old = stack_of(builder, "g");
  const StackId newest = stack_of(builder, "h");
  const ThreadId thread = builder.thread({.tid = 7});
  std::int64_t value = 1;
  for (const StackId stack : {old, newest, oldest, newest, old, StackId{}, oldest, StackId{}}) {
    profile.add({.stack = stack}, value);
    profile.add({.stack = stack, .thread = thread}, 0);
    value *= 10;
  }
  const ProfileSet set = std::move(builder).finish();
  const Samples& samples = set.profiles()[0].samples;
  CHECK(samples.stack == std::vector<StackId>{old, old, newest, newest, oldest, oldest, StackId{}, StackId{}});
  CHECK(samples.values[0] == std::vector<std::int64_t>{10'001, 0, 1'010, 0, 1'000'100, 0, 10'100'000, 0});
}

TEST_CASE("samples with other threads, labels or times stay apart", "[builder]") {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = counting(builder);
  const StackId stack = stack_of(builder, "f");
  const LabelText label{.key = "k", .text = "v"};
  profile.add({.stack = stack}, 1);
  profile.add({.stack = stack, .thread = builder.thread({.tid = 7})}, 2);
  profile.add({.stack = stack, .labels = builder.labels(std::span(&label, 1))}, 4);
  profile.add({.stack = stack}, 8);
  const ProfileSet set = std::move(builder).finish();
  const Samples& samples = set.profiles()[0].samples;
  CHECK(samples.values[0] == std::vector<std::int64_t>{9, 2, 4});
  CHECK(samples.thread.size() == samples.size());
  CHECK_FALSE(samples.thread_of(2));
  CHECK(samples.labels_of(2));
  CHECK(samples.start_ns.empty());
}

TEST_CASE("timed samples merge only with a neighbour of the same time, spans never", "[builder]") {
  ProfileSetBuilder builder;
  ProfileBuilder& timed = counting(builder);
  const StackId stack = stack_of(builder, "f");
  for (const std::int64_t time : {10, 10, 20, 10}) timed.add({.stack = stack, .start_ns = time}, 1);
  ProfileBuilder& spans = counting(builder);
  for (int i = 0; i < 3; ++i) spans.add({.stack = stack, .start_ns = 10, .shared_depth = 0}, 1);
  const ProfileSet set = std::move(builder).finish();
  CHECK(set.profiles()[0].samples.values[0] == std::vector<std::int64_t>{2, 1, 1});
  CHECK(set.profiles()[0].samples.start_ns == std::vector<std::int64_t>{10, 20, 10});
  CHECK(set.profiles()[1].samples.size() == 3);
}

namespace {

/// What becomes of two stacks at four times, the first with a label at its second.
Profile timed(Projection projection, Aggregation aggregation = Aggregation::sum, bool keep_rows = false) {
  projection.times = false;
  ProfileSetBuilder builder(projection);
  ProfileBuilder& profile = counting(builder, aggregation);
  if (keep_rows) profile.keep_rows();
  const StackId f = stack_of(builder, "f");
  const LabelText label{.key = "k", .text = "v"};
  const LabelSetId labels = builder.labels(std::span(&label, 1));
  profile.add({.stack = f, .start_ns = 10}, 1);
  profile.add({.stack = f, .start_ns = 10}, 2);
  profile.add({.stack = StackId{}, .start_ns = 20}, -4);
  profile.add({.stack = f, .labels = labels, .start_ns = 30}, 8);
  profile.add({.stack = f, .start_ns = 40}, 16);
  return std::move(builder).finish().profiles()[0];
}

}  // namespace

TEST_CASE("without their times samples become one whenever they were, and are counted", "[builder]") {
  const Profile profile = timed({});
  CHECK(profile.samples.values[0] == std::vector<std::int64_t>{19, -4, 8});
  CHECK(profile.samples.start_ns.empty());
  CHECK(profile.metadata.left_out_times ==
        LeftOutTimes{.samples = 4, .empty_stacks = 1, .labels = 1, .negative_values = 1});
  CHECK(profile.sample_count() == 4);
  Projection no_labels;
  no_labels.label_words = false;
  const Profile merged = timed(no_labels);
  CHECK(merged.samples.values[0] == std::vector<std::int64_t>{27, -4});
  CHECK(merged.metadata.left_out_times == profile.metadata.left_out_times);
}

TEST_CASE("times are kept where rows are looked at, where their order counts, and where values do not add",
          "[builder]") {
  const std::vector<std::int64_t> times{10, 20, 30, 40};
  CHECK(timed({}, Aggregation::sum, true).samples.start_ns == times);
  CHECK(timed(SampleOrder::as_read).samples.start_ns == times);
  const Profile maxima = timed({}, Aggregation::max);
  CHECK(maxima.samples.start_ns == times);
  CHECK(maxima.sample_count() == 4);
  CHECK_FALSE(maxima.metadata.left_out_times);
}

TEST_CASE("a profile's samples all have a time or none has, left out or not", "[builder]") {
  Projection no_times;
  no_times.times = false;
  for (const Projection& projection : {Projection(), no_times}) {
    ProfileSetBuilder builder(projection);
    ProfileBuilder& profile = counting(builder);
    const StackId stack = stack_of(builder, "g");
    profile.add({.stack = stack, .start_ns = 1}, 1);
    CHECK_THROWS_AS(profile.add({.stack = stack}, 1), std::logic_error);
    CHECK_THROWS_AS(profile.add({.stack = stack, .start_ns = 2, .shared_depth = 0}, 1), std::logic_error);
  }
}

TEST_CASE("a sample has one value for each value type, and types come first", "[builder]") {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = counting(builder);
  profile.add_value_type({.type = "cpu", .unit = "nanoseconds"});
  CHECK_THROWS_AS(profile.add({}, 1), std::logic_error);
  profile.add({}, std::array<std::int64_t, 2>{1, 2});
  CHECK_THROWS_AS(profile.add_value_type({.type = "late"}), std::logic_error);
  const ProfileSet set = std::move(builder).finish();
  CHECK(set.profiles()[0].default_type_index() == 1);
  CHECK(set.profiles()[0].find_type("cpu") == 1);
  CHECK_FALSE(set.profiles()[0].find_type("late"));
}

TEST_CASE("stacks made of many frames at once are those made frame by frame", "[builder]") {
  ProfileSetBuilder at_once(SampleOrder::merged, {.max_stack_depth = 6});
  ProfileSetBuilder one_by_one(SampleOrder::merged, {.max_stack_depth = 6});
  std::vector<FrameId> frames;
  for (const char* const name : {"a", "b", "c"}) {
    const auto frame_of = [&](ProfileSetBuilder& builder) {
      return builder.frame({.function = builder.function({.name = builder.string(name)})});
    };
    frames.push_back(frame_of(at_once));
    CHECK(frame_of(one_by_one) == frames.back());
  }
  std::mt19937 dice(1);
  std::vector<FrameId> stack;
  for (int i = 0; i < 500; ++i) {
    // Some begin as the one before.
    stack.resize(dice() % (stack.size() + 1));
    while (stack.size() < 6 && dice() % 4 != 0) stack.push_back(frames[dice() % 3]);
    StackId expected;
    for (const FrameId frame : stack) expected = one_by_one.child(expected, frame);
    REQUIRE(at_once.root_first(stack) == expected);
    // What others add in between is no stack of the one before.
    const FrameId leaf = frames[dice() % 3];
    if (stack.size() < 6 && dice() % 3 == 0) REQUIRE(at_once.child(expected, leaf) == one_by_one.child(expected, leaf));
  }
  const auto nodes = at_once.dictionary().stacks();
  const auto expected = one_by_one.dictionary().stacks();
  CHECK(std::equal(nodes.begin(), nodes.end(), expected.begin(), expected.end()));
  const std::vector<FrameId> deep(7, frames[1]);
  CHECK_THROWS_AS(at_once.root_first(deep), LimitError);
}

TEST_CASE("an attribute is set once for each key, and keys are sorted", "[builder]") {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  profile.set_attribute("pid", 17);
  profile.set_attribute("host", "a");
  profile.set_attribute("host", "b");
  CHECK(profile.metadata().attributes == Attributes{{"host", "b"}, {"pid", 17}});
  CHECK(as_comment(*profile.metadata().attributes.begin()) == "host: b");
}

}  // namespace profconv::test
