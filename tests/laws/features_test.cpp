// SPDX-License-Identifier: Apache-2.0
// What every format obeys about losses: those reported are those declared, no more and no fewer, and a reader makes
// nothing that its card does not declare.
#include <algorithm>
#include <set>
#include <string>

#include "laws/formats.h"
#include "profconv/comparison.h"
#include "profconv/losses.h"
#include "profconv/profile_builder.h"
#include "readers/readers.h"
#include "support/catch.h"
#include "support/fixtures.h"
#include "support/rich_profile.h"
#include "support/stacks.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

std::set<Feature> kinds(const std::vector<Loss>& losses) {
  std::set<Feature> features;
  for (const Loss& loss : losses) features.insert(loss.feature);
  return features;
}

std::string names(const std::set<Feature>& features) {
  std::string all;
  for (const Feature feature : features) all.append(feature_name(feature)).append("; ");
  return all;
}

ProfileSet profile_with_offset() {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = "samples", .unit = "count"});
  const FunctionId function = builder.function({.name = builder.string("main")});
  profile.add({.stack = builder.child({}, builder.frame({.function = function, .offset = 0x1f}))}, 1);
  return std::move(builder).finish();
}

std::set<Feature> not_carried(const std::set<Feature>& used, const Features& carried) {
  std::set<Feature> lost;
  for (const Feature feature : used) {
    if (!carried.has(feature)) lost.insert(feature);
  }
  return lost;
}

}  // namespace

TEST_CASE("law: every feature of the model is counted where it occurs", "[laws]") {
  std::set<Feature> found = kinds(features_used(rich_profile(false)));
  found.merge(kinds(features_used(rich_profile(true))));
  found.merge(kinds(features_used(profile_with_offset())));
  Context context;
  found.merge(kinds(features_used(compare(stacks("a 1\n"), stacks("a 2\n"), {}, context).set)));
  for (const FeatureWords& each : feature_words) {
    INFO(each.plural);
    CHECK_FALSE(each.plural.empty());
    CHECK(found.contains(each.feature));
  }
}

TEST_CASE("law: a profile without anything special loses nothing", "[laws]") {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = "samples", .unit = "count"});
  const FunctionId function = builder.function({.name = builder.string("main")});
  const FrameId frame = builder.frame({.function = function});
  profile.add({.stack = builder.child({}, frame)}, 1);
  const ProfileSet set = std::move(builder).finish();
  CHECK(names(kinds(features_used(set))) == "");
  for (const Writer* writer : all_writers) {
    INFO(writer->name);
    CHECK(losses(set, *writer, Options(writer->options)).empty());
  }
}

TEST_CASE("law: a writer that gives frames names shows their offsets, or has a place for them", "[laws]") {
  const ProfileSet set = profile_with_offset();
  for (const Writer* writer : all_writers) {
    INFO(writer->name);
    CHECK(losses(set, *writer, Options(writer->options)).empty());
  }
}

TEST_CASE("law: the losses of a writer are what the profile has less what the card carries", "[laws]") {
  for (const bool module_names : {false, true}) {
    const ProfileSet set = rich_profile(module_names);
    const std::set<Feature> used = kinds(features_used(set));
    for (const Writer* writer : all_writers) {
      for (const Options& options : option_variants(writer->options)) {
        INFO(writer->name);
        CHECK(names(kinds(losses(set, *writer, options))) ==
              names(not_carried(used, writer->carries(*writer, options))));
      }
    }
  }
}

TEST_CASE("law: a loss proposes a setting exactly where one keeps it", "[laws]") {
  const ProfileSet set = rich_profile();
  for (const Writer* writer : all_writers) {
    for (const Loss& loss : losses(set, *writer, Options(writer->options))) {
      INFO(writer->name << " loses " << describe(loss) << ", hint '" << loss.hint << "'");
      const auto variants = option_variants(writer->options);
      const auto keeps = [&](const Options& options) { return writer->carries(*writer, options).has(loss.feature); };
      if (loss.hint.empty()) {
        CHECK(std::none_of(variants.begin(), variants.end(), keeps));
        continue;
      }
      const Setting setting = parse_setting(loss.hint);
      CHECK(setting.format == writer->name);
      Options changed(writer->options);
      changed.set(setting.option, setting.value);
      CHECK(keeps(changed));
    }
  }
}

TEST_CASE("law: a reader makes nothing that its card does not declare", "[laws][format]") {
  for_each_fixture([&](const Fixture& fixture) {
    const Outcome outcome = read(fixture);
    if (!outcome.set) return;
    INFO(fixture.name());
    const Features declared = fixture.reader->carries(*fixture.reader, fixture.options);
    CHECK(names(not_carried(kinds(features_used(*outcome.set)), declared)) == "");
  });
}

}  // namespace profconv::test
