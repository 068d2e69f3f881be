// SPDX-License-Identifier: Apache-2.0
// Scaling values, replacing names, and all filters together.
#include <array>

#include "filters_profiles.h"
#include "profconv/filters.h"
#include "support/catch.h"
#include "support/fixtures.h"
#include "support/model_dump.h"
#include "support/rich_profile.h"

namespace profconv::test {

namespace {

using Values = std::vector<std::int64_t>;

ProfileSet with_values(const Values& values, ValueType type = {.type = "samples", .unit = "count"}) {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type(std::move(type));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const FunctionId function = builder.function({.name = builder.string("f" + std::to_string(i))});
    profile.add({.stack = builder.root_first(std::array{builder.frame({.function = function})})}, values[i]);
  }
  return std::move(builder).finish();
}

Values scaled(const Values& values, std::string_view factor) {
  Context context;
  const std::array scalings{parse_scaling(factor)};
  return scale_values(with_values(values), scalings, context).profiles()[0].samples.values[0];
}

}  // namespace

TEST_CASE("scaled values keep the scaled sum, and the largest fractions are rounded up", "[filters]") {
  CHECK(scaled({1, 1, 1, 1}, "0.5") == Values{1, 1, 0, 0});
  CHECK(scaled({10, 1, 4}, "1/3") == Values{4, 0, 1});
  CHECK(scaled({3, 5}, "10") == Values{30, 50});
  CHECK(scaled({-1, -1, 3}, "1/2") == Values{0, 0, 1});
  CHECK(scaled({0, 7}, "0.001") == Values{0, 0});
  CHECK(scaled({}, "2").empty());
}

TEST_CASE("scaling up and down again gives the values there were", "[filters]") {
  const Values values{1, 2, 3, 1'000'000'007, -5};
  CHECK(scaled(scaled(values, "7"), "1/7") == values);
}

TEST_CASE("values beyond 64 bits are refused, not wrapped", "[filters]") {
  CHECK(scaled({INT64_MAX - 1}, "1") == Values{INT64_MAX - 1});
  CHECK_THROWS_AS(scaled({INT64_MAX / 2 + 1}, "2"), OverflowError);
  CHECK_THROWS_AS(scaled({INT64_MIN}, "3"), OverflowError);
  CHECK(scaled({INT64_MAX / 2, INT64_MAX / 2, INT64_MAX / 2}, "1/2").size() == 3);
}

TEST_CASE("factors are decimal numbers or fractions, of all types or one", "[filters]") {
  const auto fraction = [](std::string_view text) {
    const Scaling scaling = parse_scaling(text);
    return std::array{scaling.numerator, scaling.denominator};
  };
  CHECK(fraction("2") == std::array<std::int64_t, 2>{2, 1});
  CHECK(fraction("0.25") == std::array<std::int64_t, 2>{25, 100});
  CHECK(fraction("3/7") == std::array<std::int64_t, 2>{3, 7});
  CHECK(parse_scaling("cpu=10").type == "cpu");
  for (const char* const text :
       {"", "0", "-1", "1e3", "=2", "cpu=", "1/0", "1/", "1.", ".5", "0.12345678901", "1.5/2"}) {
    INFO(text);
    CHECK_THROWS_AS(parse_scaling(text), UsageError);
  }
}

TEST_CASE("values that do not add are not scaled", "[filters]") {
  const ValueType peak{.type = "peak", .unit = "bytes", .aggregation = Aggregation::max};
  Context context;
  const std::array all{parse_scaling("2")};
  const ProfileSet set = scale_values(with_values({3}, peak), all, context);
  CHECK(set.profiles()[0].samples.values[0] == Values{3});
  REQUIRE(context.diagnostics().size() == 1);
  CHECK_THAT(context.diagnostics()[0].message, contains("'peak' do not add"));
  const std::array one{parse_scaling("peak=2")};
  CHECK_THROWS_WITH(scale_values(with_values({3}, peak), one, context), contains("none adds"));
  const std::array unknown{parse_scaling("cpu=2")};
  CHECK_THROWS_WITH(scale_values(with_values({3}), unknown, context), contains("there are: samples"));
}

TEST_CASE("anonymous names are words, the same for the same", "[filters]") {
  LetterProfile p;
  p.add_frames({{.name = "secret", .file = "/home/x.c", .module = "/opt/corp", .line = 3}, {.name = "helper"}}, 5);
  p.add_frames({{.name = "secret", .file = "/home/x.c", .module = "/opt/corp", .line = 4}}, 7);
  p.profile().metadata().command = "corp --token 1";
  p.profile().metadata().attributes = {{"host", "corp-7"}, {"pid", 17}};
  Context context;
  const ProfileSet set = anonymize(p.finish(), context);
  CHECK(rows_of(set) == Rows{"f1;f2 5", "f1 7"});
  CHECK(set.profiles()[0].metadata.command == "command1");
  CHECK(set.profiles()[0].metadata.attributes == Attributes{{"host", "attribute1"}, {"pid", 17}});
  CHECK_THAT(dump(set), contains("file1") && contains("m1") && !contains("corp") && !contains("/home"));
}

TEST_CASE("anonymizing keeps the words that a DHAT file has of its own", "[filters]") {
  const std::vector<std::string> kept{"mode: rust-heap", "te: 9000 instrs", "tg: 12 µs", "tuth: 500 instrs", "run: 5"};
  const std::vector<std::string> hidden{"mode: corp", "te: 9000 corps", "te: corp", "te: 9000",
                                        "pid: 17",    "corp: 9 ns",     "te:"};
  LetterProfile p;
  p.add("a");
  Metadata& metadata = p.profile().metadata();
  metadata.comments = kept;
  metadata.comments.insert(metadata.comments.end(), hidden.begin(), hidden.end());
  metadata.attributes = {{"mode", "heap"}, {"te", "corp"}, {"run", 5}};
  Context context;
  const Metadata shown = anonymize(p.finish(), context).profiles()[0].metadata;
  CHECK(std::vector(shown.comments.begin(), shown.comments.begin() + 5) == kept);
  for (std::size_t i = 0; i < hidden.size(); ++i) CHECK(shown.comments[5 + i] == "comment" + std::to_string(i + 1));
  CHECK(shown.attributes == Attributes{{"mode", "heap"}, {"te", "attribute1"}, {"run", 5}});
}

TEST_CASE("anonymizing keeps numbers, stacks and samples, and none of the texts", "[filters]") {
  const ProfileSet original = rich_profile();
  Context context;
  const ProfileSet set = anonymize(original, context);
  const Dictionary& from = original.dictionary();
  const Dictionary& to = set.dictionary();
  for (std::size_t p = 0; p < set.profiles().size(); ++p) {
    const Samples& before = original.profiles()[p].samples;
    const Samples& after = set.profiles()[p].samples;
    CHECK(after.values == before.values);
    CHECK(after.start_ns == before.start_ns);
    CHECK(after.shared_depth == before.shared_depth);
    REQUIRE(after.size() == before.size());
    for (std::size_t row = 0; row < after.size(); ++row) {
      CHECK(to.depth(after.stack[row]) == from.depth(before.stack[row]));
      CHECK(to.thread(after.thread_of(row)).tid == from.thread(before.thread_of(row)).tid);
    }
  }
  std::vector<std::string_view> allowed;
  for (std::uint32_t i = 0; i < from.label_set_count(); ++i) {
    for (const Label& label : from.labels(LabelSetId{i})) {
      allowed.push_back(from.string(label.key));
      allowed.push_back(from.string(label.unit));
    }
  }
  for (const std::string_view text : to.strings()) {
    if (text.empty() || std::find(allowed.begin(), allowed.end(), text) != allowed.end()) continue;
    const auto& old = from.strings();
    INFO(text);
    CHECK(std::find(old.begin(), old.end(), text) == old.end());
  }
  CHECK(dump(anonymize(original, context)) == dump(set));
  CHECK(dump(anonymize(set, context)) == dump(set));
}

TEST_CASE("names of samples that are left out are not in an anonymous profile", "[filters]") {
  LetterProfile p;
  p.add("ab", {{.key = "user", .text = "alice"}}, p.thread(1, 2, "shell"));
  p.add("cd");
  Context context;
  const Filters filters{.samples = {.ignore = "a"}, .anonymize = true};
  const ProfileSet set = apply_filters(p.finish(), filters, {}, SampleOrder::merged, context).set;
  CHECK(rows_of(set) == Rows{"f1;f2 1"});
  CHECK(set.dictionary().strings().size() == 3);
}

TEST_CASE("what filters leave out is said once, with how much of each value", "[filters]") {
  LetterProfile p;
  p.add("ab", 10);
  p.add("cd", 20);
  p.add("c", 30);
  Context context;
  const Filters filters{.samples = {.ignore = "a"}, .stacks = {.show_from = "d"}};
  const ProfileSet set = apply_filters(p.finish(), filters, {}, SampleOrder::merged, context).set;
  CHECK(rows_of(set) == Rows{"d 20"});
  REQUIRE(context.diagnostics().size() == 1);
  CHECK(context.diagnostics()[0].severity == Severity::note);
  CHECK(context.diagnostics()[0].message == "left out by filters: 2 of 3 samples (40 of 60 samples/count)");
}

TEST_CASE("filters can be cancelled", "[filters]") {
  const std::vector<Filters> all{{.samples = {.focus = "a"}}, {.stacks = {.max_depth = 1}}, {.anonymize = true}};
  for (const Filters& filters : all) {
    LetterProfile p;
    p.add("ab");
    Context context;
    context.cancel();
    CHECK_THROWS_AS(apply_filters(p.finish(), filters, {}, SampleOrder::merged, context), Cancelled);
  }
}

TEST_CASE("filters that ask for nothing change nothing", "[filters]") {
  for (const Fixture& fixture : fixtures()) {
    const Outcome outcome = read(fixture);
    if (!outcome.set) continue;
    Context context;
    const ProfileSet set = apply_filters(*outcome.set, {}, {}, SampleOrder::merged, context).set;
    CHECK(dump(set) == dump(*outcome.set));
    CHECK(context.diagnostics().empty());
  }
}

}  // namespace profconv::test
