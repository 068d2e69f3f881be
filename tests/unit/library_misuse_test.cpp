// SPDX-License-Identifier: Apache-2.0
// What a program that links the library may do wrong: each is an error, and nothing is changed by it.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>

#include "profconv/context.h"
#include "profconv/conversion.h"
#include "profconv/convert.h"
#include "profconv/errors.h"
#include "profconv/output.h"
#include "profconv/profile_builder.h"
#include "profconv/registry.h"
#include "profconv/scaling.h"
#include "profconv/transforms.h"
#include "support/catch.h"
#include "support/fixtures.h"
#include "support/scratch.h"

namespace profconv::test {

namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

ProfileSetBuilder with_one_type(ProfileBuilder** profile) {
  ProfileSetBuilder builder;
  *profile = &builder.add_profile();
  (*profile)->add_value_type({.type = "samples", .unit = "count"});
  return builder;
}

}  // namespace

TEST_CASE("a sum that overflows leaves the sample as it was", "[library]") {
  ProfileBuilder* profile = nullptr;
  ProfileSetBuilder builder = with_one_type(&profile);
  profile->add_value_type({.type = "bytes", .unit = "bytes"});
  const std::int64_t values[] = {1, largest};
  profile->add({}, values);
  CHECK_THROWS_AS(profile->add({}, values), OverflowError);
  CHECK(profile->values(0)[0] == 1);
  CHECK(profile->values(1)[0] == largest);
}

TEST_CASE("a sample without a time among others with one changes nothing", "[library]") {
  ProfileBuilder* profile = nullptr;
  ProfileSetBuilder builder = with_one_type(&profile);
  profile->add({.start_ns = 5}, 1);
  for (int i = 0; i < 3; ++i) CHECK_THROWS_AS(profile->add({}, 100), std::logic_error);
  CHECK(profile->sample_count() == 1);
  CHECK(profile->values(0)[0] == 1);
}

TEST_CASE("ids of another builder are refused", "[library]") {
  ProfileBuilder* profile = nullptr;
  ProfileSetBuilder builder = with_one_type(&profile);
  CHECK_THROWS_AS(builder.child({5000}, {}), std::logic_error);
  CHECK_THROWS_AS(builder.depth({5000}), std::logic_error);
  const Label label{.key = {77}};
  CHECK_THROWS_AS(builder.interned_labels(std::span(&label, 1)), std::logic_error);
  SECTION("of a stack") { profile->add({.stack = {888}}, 1); }
  SECTION("of a thread") { profile->add({.thread = {888}}, 1); }
  SECTION("of labels") { profile->add({.labels = {888}}, 1); }
  SECTION("of a frame") { static_cast<void>(builder.child({}, {777})); }
  SECTION("of a function") { static_cast<void>(builder.frame({.function = {12345}})); }
  SECTION("of a string") { static_cast<void>(builder.function({.name = {99999}})); }
  CHECK_THROWS_AS(std::move(builder).finish(), std::logic_error);
}

TEST_CASE("a builder is empty after finish(), and can be used again", "[library]") {
  ProfileBuilder* profile = nullptr;
  ProfileSetBuilder builder = with_one_type(&profile);
  profile->add({.stack = builder.child({}, builder.frame({.address = 7}))}, 1);
  CHECK(std::move(builder).finish().profiles().size() == 1);
  CHECK(builder.profile_count() == 0);  // NOLINT(bugprone-use-after-move)
  ProfileBuilder& second = builder.add_profile();
  second.add_value_type({.type = "samples", .unit = "count"});
  second.add({.stack = builder.child({}, builder.frame({.function = builder.function({.name = builder.string("f")})}))},
             3);
  const ProfileSet set = std::move(builder).finish();
  CHECK(total(set.profiles()[0], 0) == 3);
}

TEST_CASE("samples need a value type, and columns exist", "[library]") {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  CHECK_THROWS_AS(profile.add({}, std::span<const std::int64_t>()), std::logic_error);
  CHECK_THROWS_AS(profile.values(4), std::out_of_range);
  CHECK_THROWS_AS(profile.set_values(3, {}), std::out_of_range);
  CHECK_THROWS_AS(builder.profile(3), std::out_of_range);
}

TEST_CASE("an output takes nothing after commit()", "[library]") {
  std::string text;
  Output output = Output::to_memory(&text);
  output.write("whole");
  output.commit();
  CHECK_THROWS_AS(output.commit(), std::logic_error);
  CHECK(text == "whole");
}

TEST_CASE("a file's name holds no zero byte", "[library]") {
  const Scratch scratch;
  const std::string path = (scratch / "a").string() + std::string(1, '\0') + "b";
  CHECK_THROWS_AS(Output::to_path(path), UsageError);
  CHECK_FALSE(std::filesystem::exists(scratch / "a"));
}

TEST_CASE("a rate or factor that divides by zero is refused", "[library]") {
  Context context;
  for (const SamplingRate rate : {SamplingRate{}, SamplingRate{0, 1}, SamplingRate{1, 0}, SamplingRate{-1, 1},
                                  SamplingRate{1, largest}, SamplingRate{largest, 1}}) {
    CHECK_THROWS_AS(with_sampling_rate(ProfileSetBuilder().finish(), rate, context), UsageError);
  }
  const Scaling by_zero{.numerator = 1, .denominator = 0};
  CHECK_THROWS_AS(scale_values(ProfileSetBuilder().finish(), std::span(&by_zero, 1), context), UsageError);
}

TEST_CASE("a format without its functions is refused", "[library]") {
  Reader reader;
  reader.name = "mine";
  CHECK_THROWS_AS(Registry({&reader}, {}), UsageError);
  reader.probe = [](const Reader&, std::string_view, std::string_view) { return Probe{}; };
  CHECK_THROWS_AS(Registry({&reader}, {}), UsageError);
  CHECK_THROWS_AS(Registry({nullptr}, {}), UsageError);
  Writer writer;
  writer.name = "mine";
  CHECK_THROWS_AS(Registry({}, {&writer}), UsageError);
}

TEST_CASE("no output is final if another one cannot be written", "[library]") {
  if (!std::filesystem::exists("/dev/full")) SUCCEED("skipped: no /dev/full");
  const Scratch scratch;
  std::ofstream(scratch / "in.folded") << "a;b 3\n";
  ConversionRequest request;
  request.inputs = {(scratch / "in.folded").string()};
  request.outputs = {(scratch / "out.folded").string(), "/dev/full"};
  request.to = "collapsed";
  Context context;
  CHECK_THROWS_AS(convert(request, context), WriteError);
  CHECK_FALSE(std::filesystem::exists(scratch / "out.folded"));
}

TEST_CASE("the DHAT writer reports a mode that it does not write", "[dhat]") {
  ProfileBuilder* profile = nullptr;
  ProfileSetBuilder builder = with_one_type(&profile);
  profile->set_attribute("mode", "wall");
  profile->add({}, 1);
  const ProfileSet set = std::move(builder).finish();
  std::string text;
  Output output = Output::to_memory(&text);
  Context context;
  const Writer& writer = builtin_registry().writer("dhat");
  writer.write(writer, set, Options(writer.options), output, context);
  const auto names_mode = [](const Diagnostic& each) { return each.kind == "dhat.attributes"; };
  CHECK(std::any_of(context.diagnostics().begin(), context.diagnostics().end(), names_mode));
}

}  // namespace profconv::test
