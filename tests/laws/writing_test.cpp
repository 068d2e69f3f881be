// SPDX-License-Identifier: Apache-2.0
// What writing any format obeys: equal bytes for equal profiles, stable round trips, sums that hold.
#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "laws/formats.h"
#include "profconv/convert.h"
#include "profconv/transforms.h"
#include "readers/readers.h"
#include "support/catch.h"
#include "support/compare.h"
#include "support/fixtures.h"
#include "support/rich_profile.h"
#include "support/round_trip.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

bool refused(const std::string& bytes) { return bytes.starts_with("error: "); }

ProfileSet read_back(const Reader& reader, std::string_view bytes, SampleOrder order) {
  Context context;
  return read_written(reader, bytes, order, context);
}

/// Whether reading rounds what was written: a model's times are whole nanoseconds, a Spall trace's can be finer.
bool is_rounded(const Reader& reader, std::string_view bytes) {
  Context context;
  Input input = Input::from_memory("written", bytes, context);
  static_cast<void>(read_profiles(reader, input, Options(reader.options), SampleOrder::merged));
  const auto said = context.diagnostics();
  return std::any_of(said.begin(), said.end(), [](const Diagnostic& d) { return d.kind == "spall.rounded"; });
}

/// Modulo 2^64: a fixture's total may be larger than any integer.
std::int64_t wrapped_sum(const std::vector<std::int64_t>& values) {
  std::uint64_t sum = 0;
  for (const std::int64_t value : values) sum += static_cast<std::uint64_t>(value);
  return static_cast<std::int64_t>(sum);
}

/// Calls `check` with each profile of each fixture, and in a section of their own with those that no reader made.
void for_each_profile(const std::function<void(const ProfileSet&, const std::string&)>& check) {
  for_each_fixture([&](const Fixture& fixture) {
    const Outcome outcome = read(fixture);
    if (!outcome.set) return;
    for (const ProfileSet& one : one_by_one(*outcome.set)) check(one, fixture.name() + " " + one.profiles()[0].name);
  });
  SECTION("model") {
    for (const ProfileSet& one : one_by_one(rich_profile())) check(one, "the profile that has everything");
    check(signed_profile(), "the profile with values of both signs on one stack");
  }
}

}  // namespace

TEST_CASE("law: what is written twice is the same bytes", "[laws][format][model]") {
  for_each_profile([](const ProfileSet& set, const std::string& what) {
    for (const Writer* writer : all_writers) {
      INFO(what << " as " << writer->name);
      const std::string once = written(set, *writer);
      CHECK(first_difference(once, written(set, *writer)) == "");
    }
  });
}

TEST_CASE("law: reading again what was read gives the same bytes out", "[laws][format]") {
  for_each_fixture([](const Fixture& fixture) {
    const Outcome first = read(fixture);
    const Outcome second = read(fixture);
    INFO(fixture.name());
    CHECK(first.text() == second.text());
    if (!first.set) return;
    const auto firsts = one_by_one(*first.set);
    const auto seconds = one_by_one(*second.set);
    for (const Writer* writer : all_writers) {
      for (std::size_t i = 0; i < firsts.size(); ++i) {
        CHECK(written(firsts[i], *writer) == written(seconds[i], *writer));
      }
    }
  });
}

TEST_CASE("law: written, read and written again is the same bytes", "[laws][format][model]") {
  for_each_profile([](const ProfileSet& set, const std::string& what) {
    INFO(what);
    CHECK(round_trip_fault(set, Limits()) == "");
  });
}

TEST_CASE("law: written in its own format and read again, every stack has the values it had", "[laws][format]") {
  for_each_fixture([](const Fixture& fixture) {
    const auto* const writer =
        std::find_if(std::begin(all_writers), std::end(all_writers),
                     [&](const Writer* candidate) { return candidate->name == fixture.reader->name; });
    if (writer == std::end(all_writers)) {
      SUCCEED("nothing writes this format");
      return;
    }
    const Outcome outcome = read(fixture);
    if (!outcome.set) return;
    for (const ProfileSet& one : one_by_one(*outcome.set)) {
      const std::string bytes = written(one, **writer);
      if (refused(bytes) || is_rounded(*fixture.reader, bytes)) continue;
      const Outcome again = read(fixture, bytes);
      REQUIRE(again.set);
      const ProfileSet& back = *again.set;
      for (const ValueType& type : one.profiles()[0].value_types) {
        INFO(fixture.name() << " " << type.type);
        if (!back.profiles()[0].find_type(type.type)) continue;
        const std::array wanted{type.type};
        CHECK(first_difference(written(select_types(one, wanted), collapsed_writer),
                               written(select_types(back, wanted), collapsed_writer)) == "");
      }
    }
  });
}

TEST_CASE("law: what the source counted, the collapsed stacks count", "[laws][format][model]") {
  for_each_profile([](const ProfileSet& set, const std::string& what) {
    const Profile& profile = set.profiles()[0];
    const std::size_t index = profile.default_type_index();
    const ValueType& type = profile.value_types[index];
    if (type.aggregation != Aggregation::sum || type.scale != 0) return;
    INFO(what);
    const std::string bytes = written(set, collapsed_writer);
    REQUIRE_FALSE(refused(bytes));
    const std::int64_t counted = wrapped_sum(profile.samples.values[index]);
    // Values that cancel out on every stack leave no line.
    if (bytes.empty()) {
      CHECK(counted == 0);
      return;
    }
    const ProfileSet back = read_back(collapsed_reader, bytes, SampleOrder::merged);
    CHECK(wrapped_sum(back.profiles()[0].samples.values[0]) == counted);
  });
}

TEST_CASE("law: what the source counted, every format that names its value types counts", "[laws][format][model]") {
  for_each_profile([](const ProfileSet& set, const std::string& what) {
    const Profile& profile = set.profiles()[0];
    for (const Writer* writer : all_writers) {
      const bool names_types = writer->carries(*writer, Options(writer->options)).has(Feature::value_types);
      if (reader_of(*writer) == nullptr || !names_types) continue;
      const std::string bytes = written(set, *writer);
      if (refused(bytes)) continue;
      const ProfileSet back = read_back(*reader_of(*writer), bytes, SampleOrder::merged);
      for (std::size_t i = 0; i < profile.value_types.size(); ++i) {
        const ValueType& type = profile.value_types[i];
        const auto now = back.profiles()[0].find_type(type.type);
        if (!now || type.aggregation != Aggregation::sum || type.scale != 0) continue;
        INFO(what << " as " << writer->name << ": " << type.type);
        CHECK(wrapped_sum(back.profiles()[0].samples.values[*now]) == wrapped_sum(profile.samples.values[i]));
      }
    }
  });
}

TEST_CASE("law: what the source counted, JSON counts", "[laws][format][model][json]") {
  for_each_profile([](const ProfileSet& set, const std::string& what) {
    const nlohmann::json file = nlohmann::json::parse(written(set, json_writer));
    const auto& columns = set.profiles()[0].samples.values;
    std::vector<std::uint64_t> sums(columns.size());
    for (const auto& sample : file["profiles"][0]["samples"]) {
      for (std::size_t i = 0; i < sums.size(); ++i) {
        sums[i] += static_cast<std::uint64_t>(sample["values"][i].get<std::int64_t>());
      }
    }
    INFO(what);
    for (std::size_t i = 0; i < sums.size(); ++i) CHECK(static_cast<std::int64_t>(sums[i]) == wrapped_sum(columns[i]));
  });
}

}  // namespace profconv::test
