// SPDX-License-Identifier: Apache-2.0
// Counting what a writer has no place for, and saying it.
#include "profconv/losses.h"
#include "profconv/convert.h"
#include "profconv/profile_builder.h"

#include <algorithm>
#include <array>

#include "support/catch.h"
#include "support/rich_profile.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

constexpr std::array<std::string_view, 2> versions{"1", "3"};
constexpr Option version_option{.name = "version", .type = OptionType::choice, .fallback = "1", .choices = versions};
constexpr std::array options{version_option};

Features names_from_version_3(const Writer&, const Options& set) {
  Features carried{Feature::empty_stacks, Feature::modules, Feature::shown_modules};
  if (set.text(version_option) == "3") carried.add(Feature::thread_names);
  return carried;
}

const Writer writer{.name = "test", .options = options, .carries = names_from_version_3, .write = nullptr};

const Loss* find(const std::vector<Loss>& losses, Feature feature) {
  const auto found =
      std::find_if(losses.begin(), losses.end(), [&](const Loss& loss) { return loss.feature == feature; });
  return found == losses.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE("a loss is counted, and a setting that keeps it is proposed", "[losses]") {
  const auto lost = losses(rich_profile(), writer, Options(options));
  const Loss* const names = find(lost, Feature::thread_names);
  REQUIRE(names != nullptr);
  CHECK(names->count == 1);
  CHECK(names->hint == "test.version=3");
  const Loss* const lines = find(lost, Feature::lines);
  REQUIRE(lines != nullptr);
  CHECK(lines->count == 2);
  CHECK(lines->hint.empty());
  CHECK(find(lost, Feature::modules) == nullptr);
}

TEST_CASE("with the setting that was proposed, the loss is gone", "[losses]") {
  Options set(options);
  set.set("version", "3");
  CHECK(find(losses(rich_profile(), writer, set), Feature::thread_names) == nullptr);
}

TEST_CASE("a loss is described with its number, and what there is one of by its name", "[losses]") {
  CHECK(describe({.feature = Feature::thread_names, .count = 12}) == "12 thread names");
  CHECK(describe({.feature = Feature::command, .count = 1}) == "the command line");
  CHECK(describe({.feature = Feature::command, .count = 2}) == "2 command lines");
}

TEST_CASE("modules are counted apart where the source shows them in names", "[losses]") {
  CHECK(find(features_used(rich_profile(false)), Feature::modules) != nullptr);
  CHECK(find(features_used(rich_profile(false)), Feature::shown_modules) == nullptr);
  CHECK(find(features_used(rich_profile(true)), Feature::shown_modules) != nullptr);
}

TEST_CASE("absolute start times are a loss where a time line makes them relative", "[losses]") {
  for (const Clock clock : {Clock::relative, Clock::monotonic, Clock::epoch}) {
    ProfileSetBuilder builder;
    ProfileBuilder& profile = builder.add_profile();
    profile.add_value_type({.type = "samples", .unit = "count"});
    profile.metadata().clock = clock;
    profile.add({.start_ns = 1'700'000'000'000'000'000}, 1);
    profile.add({.start_ns = 1'700'000'000'000'000'010}, 1);
    const ProfileSet set = std::move(builder).finish();
    for (const Writer* time_line : {&spall_writer, &chrome_writer}) {
      INFO(time_line->name);
      const auto lost = losses(set, *time_line, Options(time_line->options));
      const Loss* const times = find(lost, Feature::absolute_start_times);
      CHECK((times != nullptr) == (clock != Clock::relative));
      if (times != nullptr) CHECK(describe(*times) == "2 absolute start times");
      CHECK(find(lost, Feature::start_times) == nullptr);
    }
    CHECK(losses(set, pprof_writer, Options(pprof_writer.options)).empty());
  }
}

TEST_CASE("what a choice of profiles left out is no loss", "[losses]") {
  ProfileSetBuilder builder;
  const auto add = [&](std::string name, const Frame& frame) {
    ProfileBuilder& profile = builder.add_profile(std::move(name));
    profile.add_value_type({.type = "samples", .unit = "count"});
    profile.add({.stack = builder.child({}, builder.frame(frame))}, 1);
  };
  add("plain", {.function = builder.function({.name = builder.string("main")})});
  add("lines", {.function = builder.function({.name = builder.string("other")}), .line = 7});
  const ProfileSet all = std::move(builder).finish();
  CHECK(find(features_used(all), Feature::lines) != nullptr);
  CHECK(find(features_used(select_profile(all, "plain")), Feature::lines) == nullptr);
}

TEST_CASE("findings of one kind are counted, and the first is kept", "[losses]") {
  Context context;
  context.note("a.kind", {.file = "in", .line = 3}, "first");
  context.note("a.kind", {.file = "in", .line = 9}, "second");
  context.data_loss("a.kind", {.file = "other", .line = 1}, "in another file");
  REQUIRE(context.diagnostics().size() == 2);
  CHECK(context.diagnostics()[0].message == "first");
  CHECK(context.diagnostics()[0].where.line == 3);
  CHECK(context.diagnostics()[0].count == 2);
  CHECK(context.has(Severity::data_loss));
  CHECK_FALSE(context.has(Severity::error));
}

TEST_CASE("a message is one line without control characters, whatever the input said", "[losses]") {
  CHECK(std::string(ReadError({.file = "in", .line = 2}, "got 'a\n\x1b[31m'").what()) ==
        R"(in:2: got 'a\x0a\x1b[31m')");
  Context context;
  context.note("kind", {}, "a\tb");
  CHECK(context.diagnostics()[0].message == R"(a\x09b)");
  CHECK(one_line("Zürich") == "Zürich");
}

TEST_CASE("attributes are lost, but those that a comment tells as well only with the comments", "[losses]") {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  profile.set_attribute("host", "a");
  profile.set_attribute("pid", 17);
  profile.metadata().comments = {"pid: 17"};
  const Writer with_comments{.name = "test",
                             .carries = [](const Writer&, const Options&) -> Features { return {Feature::comments}; }};
  const auto lost = losses(std::move(builder).finish(), with_comments, {});
  REQUIRE(lost.size() == 1);
  CHECK(describe(lost[0]) == "a recording attribute");
}

TEST_CASE("offsets are counted for frames that have a function", "[losses]") {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = "samples", .unit = "count"});
  const FunctionId function = builder.function({.name = builder.string("f")});
  const StackId caller = builder.child({}, builder.frame({.function = function}));
  profile.add({.stack = builder.child(caller, builder.frame({.function = function, .offset = 0}))}, 1);
  const auto used = features_used(std::move(builder).finish());
  const Loss* const offsets = find(used, Feature::function_offsets);
  REQUIRE(offsets != nullptr);
  CHECK(offsets->count == 1);
}

}  // namespace profconv::test
