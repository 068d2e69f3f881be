// SPDX-License-Identifier: Apache-2.0
// What happens between reading and writing: sampling rates and the choice of value types and profiles.
#include "profconv/transforms.h"

#include <array>
#include <limits>
#include <string>

#include "profconv/convert.h"
#include "profconv/errors.h"
#include "support/catch.h"
#include "support/rich_profile.h"

namespace profconv::test {

namespace {

ProfileSet counted(std::int64_t count, std::string type = "samples") {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = std::move(type), .unit = "count"});
  profile.add({}, count);
  return std::move(builder).finish();
}

std::int64_t period_of(std::string_view hertz) { return parse_sampling_rate(hertz).period_ns(); }

std::vector<std::string> types_of(const Profile& profile) {
  std::vector<std::string> names;
  for (const ValueType& type : profile.value_types) names.push_back(type.type);
  return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("a period is a second over the rate, rounded to the nearest nanosecond", "[transforms]") {
  CHECK(period_of("1") == 1'000'000'000);
  CHECK(period_of("97") == 10'309'278);
  CHECK(period_of("997") == 1'003'009);
  CHECK(period_of("99.5") == 10'050'251);
  CHECK(period_of("0.5") == 2'000'000'000);
  CHECK(period_of("1000000000") == 1);
}

TEST_CASE("what is no rate is refused", "[transforms]") {
  for (const char* const text : {"", "0", "-1", "abc", "1e3", "99.", "99.5x", "1.2.3", "0.0", "2000000000",
                                 "99999999999999999999", "1.1234567", "+5", " 5"}) {
    INFO("'" << text << "'");
    CHECK_THROWS_AS(parse_sampling_rate(text), UsageError);
  }
}

TEST_CASE("a rate adds cpu time to counted samples, and the period", "[transforms]") {
  Context context;
  const ProfileSet set = with_sampling_rate(counted(3), parse_sampling_rate("997"), context);
  const Profile& profile = set.profiles()[0];
  CHECK(types_of(profile) == Names{"samples", "cpu"});
  CHECK(profile.samples.values[0][0] == 3);
  CHECK(profile.samples.values[1][0] == 3'009'027);
  CHECK(profile.metadata.period == 1'003'009);
  CHECK(profile.metadata.period_type == ValueType{.type = "cpu", .unit = "nanoseconds"});
  CHECK(context.diagnostics().empty());
}

TEST_CASE("a period that the source states is kept, and another rate is a warning", "[transforms]") {
  Context context;
  std::vector<Profile> profiles = counted(10).profiles();
  profiles[0].metadata.period = 1000;
  profiles[0].metadata.period_type = {.type = "cpu", .unit = "microseconds"};
  const ProfileSet stated(counted(10).shared_dictionary(), std::move(profiles));
  const ProfileSet same = with_sampling_rate(stated, {1000, 1}, context);
  CHECK(same.profiles()[0].samples.values[1][0] == 10'000'000);
  CHECK(context.diagnostics().empty());
  const ProfileSet other = with_sampling_rate(stated, {100, 1}, context);
  CHECK(other.profiles()[0].samples.values[1][0] == 10'000'000);
  CHECK(other.profiles()[0].metadata.period == 1'000'000);
  REQUIRE(context.diagnostics().size() == 1);
  CHECK(context.diagnostics()[0].kind == "rate.stated");
  CHECK(context.diagnostics()[0].severity == Severity::data_loss);
}

TEST_CASE("a rate means nothing where nothing counts samples, and that is said", "[transforms]") {
  Context context;
  const ProfileSet set = with_sampling_rate(counted(3, "value"), parse_sampling_rate("997"), context);
  CHECK(types_of(set.profiles()[0]) == Names{"value"});
  CHECK(set.profiles()[0].metadata.period == 0);
  REQUIRE(context.diagnostics().size() == 1);
  CHECK(context.diagnostics()[0].kind == "rate.unused");
}

TEST_CASE("cpu time that overflows a 64-bit integer is an error", "[transforms]") {
  Context context;
  CHECK_THROWS_AS(with_sampling_rate(counted(std::numeric_limits<std::int64_t>::max() / 2), {1, 1}, context),
                  OverflowError);
}

TEST_CASE("chosen value types stand in the order in which they were named", "[transforms]") {
  const std::array<std::string, 2> wanted{"seconds", "samples"};
  const ProfileSet set = select_types(rich_profile(), wanted);
  const Profile& profile = set.profiles()[0];
  CHECK(types_of(profile) == Names{"seconds", "samples"});
  CHECK(profile.samples.values[0][0] == -5);
  CHECK(profile.samples.values[1][0] == 2);
  CHECK(profile.default_type_index() == 0);
}

TEST_CASE("naming a value type twice takes it once", "[transforms]") {
  const std::array<std::string, 2> wanted{"peak", "peak"};
  CHECK(types_of(select_types(rich_profile(), wanted).profiles()[0]) == Names{"peak"});
}

TEST_CASE("a value type that no profile has is an error that lists those there are", "[transforms]") {
  const std::array<std::string, 2> wanted{"samples", "heap"};
  CHECK_THROWS_WITH(select_types(rich_profile(), wanted),
                    contains("no value type called 'heap'") && contains("samples, peak, seconds"));
}

TEST_CASE("a profile is chosen by its name or its number", "[transforms]") {
  CHECK(select_profile(rich_profile(), "second").profiles()[0].name == "second");
  CHECK(select_profile(rich_profile(), "1").profiles()[0].name == "first");
  for (const char* const which : {"0", "3", "third", "", "1x"}) {
    INFO("'" << which << "'");
    CHECK_THROWS_WITH(select_profile(rich_profile(), which), contains("1 (first), 2 (second)"));
  }
}

}  // namespace profconv::test
