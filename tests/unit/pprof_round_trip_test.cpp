// SPDX-License-Identifier: Apache-2.0
// profconv reads the pprof files that profconv writes as what they were made from; where others have touched them, it
// says so and does not guess.
#include <algorithm>
#include <functional>
#include <sstream>
#include <string>
#include <utility>

#include "pprof_file.h"
#include "pprof_maker.h"
#include "readers/readers.h"
#include "support/catch.h"
#include "support/compare.h"
#include "support/model_dump.h"
#include "support/rich_profile.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

/// Fractions are rounded.
ProfileSet without_scales(ProfileSet set) {
  auto dictionary = set.shared_dictionary();
  std::vector<Profile> profiles = std::move(set).release_profiles();
  for (Profile& profile : profiles) {
    for (ValueType& type : profile.value_types) type.scale = 0;
  }
  return {std::move(dictionary), std::move(profiles)};
}

/// The dump, less mappings' flags and default types, which the writer sets, and the mark of addresses
/// relative to a file: pprof has only absolute ones.
std::string comparable(const ProfileSet& set) {
  std::istringstream lines(dump(set));
  std::string all;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("  default_type: ")) continue;
    if (const std::size_t flags = line.find(" has="); flags != std::string::npos) {
      line.erase(flags, line.find(' ', flags + 1) - flags);
    }
    if (line.ends_with(" relative")) line.resize(line.rfind(' '));
    all.append(line).append("\n");
  }
  return all;
}

Options all_profiles(const char* inlining = "source", const char* modules = "source") {
  Options options(pprof_writer.options);
  options.set("profiles", "all");
  options.set("inline", inlining);
  options.set("modules", modules);
  return options;
}

/// Whether a dump shows no byte above 0x7f by its number.
bool is_utf8(const std::string& dumped) {
  constexpr std::string_view numbers = "89abcdef";
  return std::none_of(numbers.begin(), numbers.end(),
                      [&](char digit) { return dumped.find(std::string("\\x") + digit) != std::string::npos; });
}

/// Everything that every reader's fixtures and the profile that has everything hold.
void for_each_set(const std::function<void(const ProfileSet&, const std::string&)>& check) {
  check(without_scales(rich_profile(false)), "everything");
  check(without_scales(rich_profile(true)), "everything, with modules");
  for (const Fixture& fixture : fixtures()) {
    const Outcome outcome = read(fixture);
    if (!outcome.set || outcome.set->profiles().empty()) continue;
    const std::string text = dump(*outcome.set);
    const bool is_whole = text.find(" x10^") == std::string::npos;
    if (is_utf8(text) && is_whole) check(*outcome.set, fixture.name());
  }
}

std::string rewritten(const std::string& bytes) { return parsed(bytes).SerializeAsString(); }

bool says(const Outcome& outcome, std::string_view kind) {
  for (const Diagnostic& d : outcome.diagnostics) {
    if (d.kind == kind) return true;
  }
  return false;
}

std::string with_comment(const std::string& comment, PprofMaker file = small_pprof()) {
  // Strings behind comments, as profconv writes them.
  const std::int64_t index = file.text(comment);
  const std::string strings = file.bytes();
  PprofMaker only_comment;
  only_comment.message.clear_string_table();
  only_comment.message.add_comment(index);
  return only_comment.bytes() + strings;
}

}  // namespace

TEST_CASE("pprof: what was written is read as what it was made from", "[pprof]") {
  for_each_set([](const ProfileSet& set, const std::string& what) {
    for (const char* const modules : {"source", "yes", "no"}) {
      INFO(what << ", modules=" << modules);
      const Outcome back = read_pprof(written(set, pprof_writer, all_profiles("source", modules)));
      INFO(back.error);
      REQUIRE(back.set);
      CHECK(first_difference(comparable(set), comparable(*back.set)) == "");
    }
  });
}

TEST_CASE("pprof: all profiles of a file written again are the same bytes", "[pprof]") {
  for_each_set([](const ProfileSet& set, const std::string& what) {
    for (const char* const inlining : {"source", "frames", "lines"}) {
      INFO(what << ", inline=" << inlining);
      const std::string once = written(set, pprof_writer, all_profiles(inlining));
      const Outcome back = read_pprof(once);
      REQUIRE(back.set);
      CHECK(first_difference(once, written(*back.set, pprof_writer, all_profiles(inlining))) == "");
    }
  });
}

TEST_CASE("pprof: what a merge has to know of a file comes back, so that merging in steps loses nothing", "[pprof]") {
  const Period every_10_ms{.events = 10, .type = {.type = "cpu", .unit = "ms", .scale = -1}};
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = "cpu", .unit = "nanoseconds"});
  profile.add({}, 5);
  Metadata& m = profile.metadata();
  m.attributes = {{"host", "build-7"}, {"pid", INT64_MAX}};
  m.duration_instructions = 303'744;
  m.recordings = 2;
  m.comments = {"pid: 17", "pid: 18"};
  m.merged_sampling = {.periods = {every_10_ms, every_10_ms}, .has_only_counts = true, .default_type = "samples"};
  const ProfileSet set = std::move(builder).finish();
  const Outcome back = read_pprof(written(set, pprof_writer, all_profiles()));
  REQUIRE(back.set);
  const Metadata& again = back.set->profiles()[0].metadata;
  const Metadata& first = set.profiles()[0].metadata;
  CHECK(again.attributes == first.attributes);
  CHECK(again.duration_instructions == first.duration_instructions);
  CHECK(again.recordings == first.recordings);
  CHECK(again.merged_sampling == first.merged_sampling);
}

TEST_CASE("pprof: where another program has written a file of ours again, ids are not trusted", "[pprof]") {
  const ProfileSet both = without_scales(rich_profile(false));
  const std::string once = written(one_by_one(both)[0], pprof_writer);
  REQUIRE_FALSE(says(read_pprof(once), "pprof.rewritten"));
  const Outcome again = read_pprof(rewritten(once));
  REQUIRE(again.set);
  CHECK(says(again, "pprof.rewritten"));
  const Profile& profile = again.set->profiles()[0];
  CHECK(profile.name == "first");
  CHECK(profile.metadata.command == "app --run");
  CHECK(profile.value_types[1].aggregation == Aggregation::max);
  for (const Frame& frame : again.set->dictionary().frames()) CHECK(frame.kind == FrameKind::user);
  // Of several profiles, the samples cannot be told apart any more.
  const Outcome several = read_pprof(rewritten(written(both, pprof_writer, all_profiles())));
  REQUIRE(several.set);
  CHECK(several.set->profiles().size() == 1);
  CHECK(several.set->profiles()[0].value_types.size() == 6);
}

TEST_CASE("pprof: a comment of ours that is damaged is said and not used", "[pprof]") {
  std::string many = "#profconv {\"version\":1,\"locations\":[{\"first\":1,\"last\":1}";
  for (int i = 0; i < 16; ++i) many += ",{\"first\":2,\"last\":2}";
  many += "]}";
  for (const char* const comment :
       {many.c_str(), "#profconv {", "#profconv []", "#profconv {\"version\":2}",
        "#profconv {\"version\":1,\"profiles\":{}}",
        "#profconv {\"version\":1,\"locations\":[{\"first\":1,\"last\":9,\"kind\":\"jit\"}]}",
        "#profconv {\"version\":1,\"locations\":[{\"first\":1,\"last\":1,\"kind\":\"green\"}]}",
        "#profconv {\"version\":1,\"profiles\":[{\"samples\":1}]}",
        "#profconv {\"version\":1,\"profiles\":[{\"samples\":3,\"sample_types\":2}]}",
        "#profconv {\"version\":1,\"profiles\":[{\"value_types\":[{}]}]}"}) {
    INFO(comment);
    const Outcome outcome = read_pprof(with_comment(comment));
    REQUIRE(outcome.set);
    CHECK(says(outcome, "pprof.comment"));
    CHECK(total(outcome.set->profiles()[0], 0) == 4);
  }
}

TEST_CASE("pprof: values that a sample has of another profile are left out and told", "[pprof]") {
  const auto two_profiles = [](std::int64_t behind, std::int64_t before) {
    PprofMaker file = small_pprof();
    file.message.clear_sample();
    file.sample({1}, {3, behind});
    file.sample({1}, {before, 4});
    const std::string comment =
        R"(#profconv {"version":1,"profiles":[{"samples":1,"sample_types":1},{"samples":1,"sample_types":1}]})";
    return read_pprof(with_comment(comment, std::move(file)));
  };
  for (const auto& [behind, before] : {std::pair{0, 0}, std::pair{7, 0}, std::pair{0, 7}, std::pair{7, 7}}) {
    INFO(behind << " " << before);
    const Outcome outcome = two_profiles(behind, before);
    REQUIRE(outcome.set);
    REQUIRE(outcome.set->profiles().size() == 2);
    CHECK(total(outcome.set->profiles()[0], 0) == 3);
    CHECK(total(outcome.set->profiles()[1], 0) == 4);
    CHECK(says(outcome, "pprof.other_profile") == (behind + before != 0));
  }
}

TEST_CASE("pprof: of several comments of ours the last counts", "[pprof]") {
  PprofMaker file = small_pprof();
  const std::int64_t first = file.text("#profconv {\"version\":1,\"profiles\":[{\"name\":\"a\"}]}");
  const std::int64_t second = file.text("#profconv {\"version\":1,\"profiles\":[{\"name\":\"b\"}]}");
  file.message.add_comment(first);
  file.message.add_comment(second);
  const Outcome outcome = read_pprof(file.bytes());
  REQUIRE(outcome.set);
  CHECK(outcome.set->profiles()[0].name == "b");
  CHECK(outcome.set->profiles()[0].metadata.comments.size() == 1);
}

}  // namespace profconv::test
