// SPDX-License-Identifier: Apache-2.0
// Losses against what is really missing: a profile is written, read again, and what it then has less of is what was
// reported, with the same counts.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "core/names/frame_names.h"
#include "laws/formats.h"
#include "profconv/convert.h"
#include "profconv/errors.h"
#include "profconv/losses.h"
#include "readers/readers.h"
#include "support/catch.h"
#include "support/fixtures.h"
#include "support/rich_profile.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

using Kinds = std::set<Feature>;

Kinds kinds_of(const std::vector<Loss>& losses) {
  Kinds kinds;
  for (const Loss& loss : losses) kinds.insert(loss.feature);
  return kinds;
}

/// What frames are called with or without their modules. A sample of value 0 has no line and lasts no time.
std::set<std::string> shown_names(const ProfileSet& set, bool with_modules) {
  const FrameNames names(set.dictionary(), with_modules);
  const Profile& profile = set.profiles()[0];
  const auto& values = profile.samples.values[profile.default_type_index()];
  std::set<std::string> shown;
  for (std::size_t row = 0; row < profile.samples.size(); ++row) {
    if (values[row] == 0) continue;
    for (StackId at = profile.samples.stack[row]; at; at = set.dictionary().stack(at).parent) {
      std::string name(names[set.dictionary().stack(at).frame]);
      std::replace(name.begin(), name.end(), ';', ':');
      std::replace(name.begin(), name.end(), '\n', ' ');
      shown.insert(std::move(name));
    }
  }
  return shown;
}

/// What was written, and what was said to be lost.
struct Written {
  std::string bytes;
  Kinds reported;  ///< by the card: all of it
  Kinds told;      ///< by the writer, where it depends on the profile: some or all of it
  Kinds unseen;    ///< what is lost and does not show: a frame without a function is called by its module in any case
};

/// The features that a writer's own diagnostics speak of.
Kinds told_by(const Diagnostic& diagnostic) {
  using enum Feature;
  static const std::map<std::string_view, Kinds> kinds{{"dhat.attributes", {attributes}},
                                                       {"dhat.comments", {comments}},
                                                       {"dhat.default_type", {default_type}},
                                                       {"dhat.duration", {duration}},
                                                       {"dhat.inlined", {inlining}},
                                                       {"dhat.left_out", {value_types, aggregations, default_type}},
                                                       {"dhat.modules", {modules}},
                                                       {"dhat.utf8", {shown_modules}},
                                                       {"spall.period", {period}},
                                                       {"spall.renamed", {shown_modules}},
                                                       {"spall.utf8", {shown_modules}},
                                                       {"timeline.empty", {shown_modules}},
                                                       {"timeline.period", {period}},
                                                       {"timeline.times", {start_times}}};
  const auto found = kinds.find(diagnostic.kind);
  return found == kinds.end() ? Kinds() : found->second;
}

std::optional<Written> write(const ProfileSet& set, const Writer& writer, const Options& options) {
  Written result;
  Context context;
  Output output = Output::to_memory(&result.bytes);
  try {
    write_profiles(set, writer, options, output, context);
  } catch (const Error&) {
    return std::nullopt;
  }
  result.reported = kinds_of(losses(set, writer, options));
  if (shown_names(set, true) == shown_names(set, false)) result.unseen = {Feature::modules, Feature::shown_modules};
  for (const Diagnostic& d : context.diagnostics()) {
    result.told.merge(told_by(d));
  }
  return result;
}

/// Nothing where the reader itself had to leave something out, such as times that no 64 bits hold.
std::optional<ProfileSet> read_back(const Writer& writer, const Options& options, std::string_view bytes) {
  const SampleOrder order = sample_order(writer, options);
  Context context;
  ProfileSet set = read_written(*reader_of(writer), bytes, order, context);
  if (context.has(Severity::data_loss)) return std::nullopt;
  return set;
}

/// What the set has and what came back has not, but for what is there in another form.
Kinds missing(const ProfileSet& set, const ProfileSet& back) {
  Kinds gone = kinds_of(features_used(set));
  for (const Feature feature : kinds_of(features_used(back))) gone.erase(feature);
  // Modules may have become part of the names, or mappings that are not shown.
  const bool shows = set.profiles()[0].metadata.module_names;
  if (shown_names(set, shows) == shown_names(back, shows)) gone.erase(Feature::shown_modules);
  if (shown_names(set, true) == shown_names(back, true)) gone.erase(Feature::modules);
  // Of one value type there is no other that a default could be told from.
  if (back.profiles()[0].value_types.size() == 1) gone.erase(Feature::default_type);
  // Rows that labels or threads kept apart have become one, with what they come to together.
  if (gone.contains(Feature::labels)) gone.erase(Feature::negative_values);
  // A fraction of a sample has become a time.
  const auto& types = back.profiles()[0].value_types;
  if (std::any_of(types.begin(), types.end(), [](const ValueType& t) { return t.unit == "nanoseconds"; })) {
    gone.erase(Feature::scales);
  }
  return gone;
}

/// What is set, as on the command line.
std::string in_words(const Options& options) {
  std::string text;
  for (const Option& spec : options.specs()) {
    if (options.is_set(spec)) text.append(" ").append(spec.name).append("=").append(options.text(spec));
  }
  return text;
}

std::string faults(const Written& written, const Kinds& missing) {
  std::string text;
  for (const Feature feature : written.reported) {
    if (!missing.contains(feature) && !written.unseen.contains(feature))
      text.append("reported, not missing: ").append(feature_name(feature)).append("; ");
  }
  for (const Feature feature : missing) {
    if (written.reported.contains(feature) || written.told.contains(feature)) continue;
    text.append("missing, not reported: ").append(feature_name(feature)).append("; ");
  }
  return text;
}

}  // namespace

TEST_CASE("law: what is reported lost is what is missing when it is read again", "[laws][format][missing]") {
  std::size_t compared = 0;
  const auto check = [&](const ProfileSet& set, const Writer& writer, const Options& options, const std::string& what) {
    const auto once = write(set, writer, options);
    if (!once || once->bytes.empty()) return;
    const auto back = read_back(writer, options, once->bytes);
    if (!back) return;
    ++compared;
    INFO(what << " as " << writer.name << in_words(options));
    CHECK(faults(*once, missing(set, *back)) == "");
  };
  for_each_reader([&](const Reader& reader) {
    for (const Fixture& fixture : fixtures(reader)) {
      const Outcome outcome = read(fixture);
      if (!outcome.set) continue;
      for (const ProfileSet& one : one_by_one(*outcome.set)) {
        for (const Writer* writer : all_writers) {
          if (reader_of(*writer) == nullptr) continue;
          for (const Options& options : option_variants(writer->options)) {
            check(one, *writer, options, fixture.name() + " " + one.profiles()[0].name);
          }
        }
      }
    }
    CHECK(compared > 0);
  });
}

}  // namespace profconv::test
