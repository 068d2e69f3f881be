// SPDX-License-Identifier: Apache-2.0
// What every pprof file obeys that is made from another format: the rules of its readers, the sums of its source, and
// that the model can be had back from it. Copies of other programs' pprof files obey pprof_copy_test.cpp.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <numeric>
#include <set>
#include <sstream>

#include "core/names/frame_names.h"
#include "pprof_file.h"
#include "readers/readers.h"
#include "support/catch.h"
#include "support/compare.h"
#include "support/fixtures.h"
#include "support/model_dump.h"
#include "support/rich_profile.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

namespace pb = wire::pprof;

constexpr std::uintmax_t most_bytes = 1 << 20;  ///< of a recording that is worth a test's time

/// pprof has no fractions: the column that has them becomes one without.
ProfileSet without_scales(ProfileSet set) {
  auto dictionary = set.shared_dictionary();
  std::vector<Profile> profiles = std::move(set).release_profiles();
  for (Profile& profile : profiles) {
    for (ValueType& type : profile.value_types) type.scale = 0;
  }
  return {std::move(dictionary), std::move(profiles)};
}

constexpr Option inline_option{.name = "inline"};  // as the card has it

std::vector<Options> all_options() {
  std::vector<Options> all;
  for (const char* const modules : {"source", "yes", "no"}) {
    for (const char* const inlining : {"source", "frames", "lines"}) {
      Options& options = all.emplace_back(pprof_writer.options);
      options.set("modules", modules);
      options.set("inline", inlining);
      options.set("profiles", "all");
    }
  }
  return all;
}

/// Everything there is to convert: the profile that has everything, the fixtures, and the corpus where there is one.
std::vector<std::pair<std::string, ProfileSet>> sources() {
  std::vector<std::pair<std::string, ProfileSet>> all;
  all.emplace_back("everything", without_scales(rich_profile(false)));
  all.emplace_back("everything, with modules", without_scales(rich_profile(true)));
  for (const Fixture& fixture : fixtures()) {
    Outcome outcome = read(fixture);
    if (!outcome.set || outcome.set->profiles().empty()) continue;
    if (outcome.set->profiles().front().metadata.source_format == pprof_reader.name) continue;
    all.emplace_back(fixture.name(), *std::move(outcome.set));
  }
  return all;
}

template <class Table>
void check_ids(const Table& table) {
  std::uint64_t expected = 0;
  for (const auto& entry : table) CHECK(entry.id() == ++expected);
}

std::string check_strings(const pb::Profile& file) {
  if (file.string_table_size() == 0 || !file.string_table(0).empty()) return "string 0 is not empty";
  std::set<std::string> seen;
  for (const std::string& text : file.string_table()) {
    if (!seen.insert(text).second) return "twice: " + text;
  }
  return {};
}

std::string check_labels(const pb::Profile& file, const pb::Sample& sample) {
  std::string before;
  for (const pb::Label& label : sample.label()) {
    const std::string& key = file.string_table(static_cast<int>(label.key()));
    if (key <= before) return "not after '" + before + "': '" + key + "'";
    if (label.str() == 0 && label.num() == 0 && label.num_unit() == 0) return "no value: " + key;
    if (label.str() != 0 && (label.num() != 0 || label.num_unit() != 0)) return "two values: " + key;
    before = key;
  }
  return {};
}

std::string check_sample(const pb::Profile& file, const pb::Sample& sample) {
  if (sample.value_size() != file.sample_type_size()) return "wrong number of values";
  if (sample.location_id_size() == 0) return "no location";
  for (const std::uint64_t id : sample.location_id()) {
    if (id == 0 || id > static_cast<std::uint64_t>(file.location_size())) return "no such location";
  }
  return check_labels(file, sample);
}

std::string check_location(const pb::Profile& file, const pb::Location& location) {
  if (location.line_size() == 0) return "a location without a line";
  for (const pb::Line& line : location.line()) {
    if (line.function_id() == 0 || line.function_id() > static_cast<std::uint64_t>(file.function_size())) {
      return "no such function";
    }
    if (file.function(static_cast<int>(line.function_id() - 1)).name() == 0) return "a function without a name";
  }
  if (location.mapping_id() == 0) return {};
  if (location.mapping_id() > static_cast<std::uint64_t>(file.mapping_size())) return "no such mapping";
  return {};
}

void check_file(const pb::Profile& file) {
  CHECK(check_strings(file) == "");
  check_ids(file.mapping());
  check_ids(file.location());
  check_ids(file.function());
  for (const pb::Sample& sample : file.sample()) REQUIRE(check_sample(file, sample) == "");
  for (const pb::Location& location : file.location()) REQUIRE(check_location(file, location) == "");
  REQUIRE(file.mapping_size() > 0);
  for (const pb::Mapping& mapping : file.mapping()) CHECK(mapping.has_functions());
  const auto is_default = [&](const pb::ValueType& type) { return type.type() == file.default_sample_type(); };
  CHECK(std::count_if(file.sample_type().begin(), file.sample_type().end(), is_default) == 1);
}

std::uint64_t wrapping_sum(std::uint64_t sum, std::int64_t value) { return sum + static_cast<std::uint64_t>(value); }

bool has_fractions(const Profile& profile) {
  const auto is_scaled = [](const ValueType& type) { return type.scale != 0; };
  return std::any_of(profile.value_types.begin(), profile.value_types.end(), is_scaled);
}

void check_sums(const ProfileSet& set, const pb::Profile& file) {
  int column = 0;
  for (const Profile& profile : set.profiles()) {
    // Fractions are rounded, each value once; the writer's own test says how.
    if (has_fractions(profile)) return;
    for (const auto& values : profile.samples.values) {
      std::uint64_t sum = 0;
      for (const pb::Sample& sample : file.sample()) sum = wrapping_sum(sum, sample.value(column));
      CHECK(sum == std::accumulate(values.begin(), values.end(), std::uint64_t{0}, wrapping_sum));
      ++column;
    }
  }
  CHECK(column == file.sample_type_size());
}

/// The dump, less what the file has of its own: mappings' flags, and a default type where the source names none.
std::string comparable(const ProfileSet& set) {
  std::istringstream lines(dump(set));
  std::string all;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("  default_type: ")) continue;
    if (const std::size_t flags = line.find(" has="); flags != std::string::npos && line.starts_with("    ")) {
      line.erase(flags, line.find(' ', flags + 1) - flags);
    }
    // pprof has only absolute addresses.
    if (line.ends_with(" relative")) line.resize(line.rfind(' '));
    all.append(line).append("\n");
  }
  return all;
}

/// Whether the dump shows bytes that are no UTF-8: pprof cannot hold them.
bool has_malformed_text(std::string_view dumped) {
  for (std::size_t at = dumped.find("\\x"); at != std::string_view::npos; at = dumped.find("\\x", at + 1)) {
    if (dumped[at + 2] >= '8') return true;
  }
  return false;
}

void check_restored(const ProfileSet& set, const Options& options, const pb::Profile& file) {
  // Joined to its physical frame, an inlined one takes over the address and the module; apart, it is no line any more.
  if (options.text(inline_option) != "source") return;
  if (std::any_of(set.profiles().begin(), set.profiles().end(), has_fractions)) return;
  const std::string expected = comparable(set);
  if (has_malformed_text(expected)) return;
  CHECK(first_difference(expected, comparable(restored(file))) == "");
}

/// The recordings of a folder of the corpus that end with `extension` and that `reader` can read.
std::vector<Fixture> recordings(const Reader& reader, const char* folder, const char* extension) {
  std::vector<Fixture> found;
  for (const auto& entry : std::filesystem::directory_iterator(corpus_folder() / "own" / folder)) {
    if (entry.path().extension() != extension || entry.file_size() > most_bytes) continue;
    found.push_back({.reader = &reader,
                     .path = entry.path(),
                     .golden = {},
                     .options = Options(reader.options),
                     .bytes = file_bytes(entry.path())});
  }
  return found;
}

void for_each_file(const std::function<void(const ProfileSet&, const Options&, const pb::Profile&)>& check) {
  for (const auto& [name, set] : sources()) {
    for (const Options& options : all_options()) {
      INFO(name << ", modules=" << options.text(modules_option) << ", inline=" << options.text(inline_option));
      check(set, options, parsed(written(set, pprof_writer, options)));
    }
  }
}

}  // namespace

TEST_CASE("a pprof file keeps the rules that its readers insist on", "[pprof]") {
  for_each_file([](const ProfileSet&, const Options&, const pb::Profile& file) { check_file(file); });
}

TEST_CASE("a pprof file has the sums of its source", "[pprof]") {
  for_each_file([](const ProfileSet& set, const Options&, const pb::Profile& file) { check_sums(set, file); });
}

TEST_CASE("the model can be had back from a pprof file", "[pprof]") { for_each_file(check_restored); }

TEST_CASE("real recordings become pprof files that keep the rules, the sums and the model", "[pprof][long]") {
  if (corpus_folder().empty()) {
    WARN("skipped: PROFCONV_CORPUS names no folder of recordings");
    return;
  }
  std::vector<Fixture> all = recordings(dhat_reader, "dhat", ".json");
  for (Fixture& fixture : recordings(dtrace_reader, "dtrace", ".out")) all.push_back(std::move(fixture));
  Options options(pprof_writer.options);
  options.set("profiles", "all");
  std::size_t converted = 0;
  for (const Fixture& fixture : all) {
    INFO(fixture.name());
    const Outcome outcome = read(fixture);
    if (!outcome.set || outcome.set->profiles().empty()) continue;
    const pb::Profile file = parsed(written(*outcome.set, pprof_writer, options));
    check_file(file);
    check_sums(*outcome.set, file);
    check_restored(*outcome.set, options, file);
    ++converted;
  }
  CHECK(converted > all.size() / 2);
}

}  // namespace profconv::test
