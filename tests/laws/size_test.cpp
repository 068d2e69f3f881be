// SPDX-License-Identifier: Apache-2.0
// What every format obeys about size: a line of 100 MB and a stack of a million frames end in a result or a clear
// error, within bounded memory.
#include <sys/resource.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "laws/formats.h"
#include "laws/generated.h"
#include "profconv/convert.h"
#include "readers/readers.h"
#include "support/catch.h"
#include "support/fixtures.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

constexpr std::size_t long_line_bytes = 100'000'000;
constexpr std::size_t deep_frames = 1'000'000;
/// What a test of this file may take; without limits of ours a 100 MB line alone could take any multiple of itself.
constexpr long peak_mb_allowed = 900;

long peak_mb() {
  struct rusage usage {};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

/// Histograms have no place for stacks that are no distribution, and say so.
bool draws_stacks(const Writer& writer) { return !writer.name.starts_with("hist"); }

/// Reads with a reader and its default options; the error's text, or "" where it reads.
std::string error_of_reading(const Reader& reader, std::unique_ptr<Source> source, const Limits& limits) {
  Context context(limits);
  try {
    Input input("long", std::move(source), context);
    const ProfileSet set = read_profiles(reader, input, Options(reader.options), SampleOrder::merged);
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

/// A long line of the reader's format; of one that generated.cpp does not know, a fixture with filler in the middle.
std::unique_ptr<Source> long_source(const Reader& reader, std::size_t bytes) {
  LongLine line = long_line(reader.name);
  if (line.begin.empty()) {
    const std::string text = fixtures(reader).at(0).bytes;
    line = {text.substr(0, text.size() / 2), text.substr(text.size() / 2)};
  }
  return std::make_unique<LongLineSource>(std::move(line), bytes);
}

/// The deepest stack of a reader's fixtures.
std::size_t fixture_depth(const Reader& reader) {
  std::size_t deepest = 0;
  for (const Fixture& fixture : fixtures(reader)) {
    const Outcome outcome = read(fixture);
    if (!outcome.set) continue;
    for (const Profile& profile : outcome.set->profiles()) {
      for (const StackId stack : profile.samples.stack) {
        deepest = std::max<std::size_t>(deepest, outcome.set->dictionary().depth(stack));
      }
    }
  }
  return deepest;
}

/// One stack of so many frames; nothing for a format without stacks.
std::optional<std::string> deep_input(const Reader& reader, std::size_t depth) {
  std::string text = deep_stack(reader.name, depth);
  if (!text.empty()) return text;
  INFO(
      "The fixtures have stacks: add to stack_texts in tests/laws/generated.cpp how one begins, goes on with a frame, "
      "and ends: {\""
      << reader.name << "\", \"main\", \";f#\", \" 1\\n\"}");
  REQUIRE(fixture_depth(reader) <= 1);
  return std::nullopt;
}

ProfileSet read_text(const Reader& reader, const std::string& text) {
  Context context;
  Input input = Input::from_memory("deep", text, context);
  return read_profiles(reader, input, Options(reader.options), SampleOrder::merged);
}

}  // namespace

TEST_CASE("law: a line of 100 MB is an error that names the limit, or is read", "[laws][format][long]") {
  for_each_reader([](const Reader& reader) {
    const std::string error = error_of_reading(reader, long_source(reader, long_line_bytes), {});
    CHECK(error.size() < 1000);
    if (!error.empty()) CHECK(error.find("long") == 0);
  });
  if (!sanitized) CHECK(peak_mb() < peak_mb_allowed);
}

TEST_CASE("law: where the limit allows a line of 100 MB, it does no harm", "[laws][format][long]") {
  for_each_reader([](const Reader& reader) {
    const Limits limits{.max_line_bytes = 2 * long_line_bytes};
    CHECK(error_of_reading(reader, long_source(reader, long_line_bytes), limits).size() < 1000);
  });
  if (!sanitized) CHECK(peak_mb() < peak_mb_allowed);
}

TEST_CASE("law: a stack of a million frames is read", "[laws][format][long]") {
  for_each_reader([](const Reader& reader) {
    const auto text = deep_input(reader, deep_frames);
    if (!text) return;
    const ProfileSet set = read_text(reader, *text);
    REQUIRE(set.profiles().size() == 1);
    REQUIRE(set.profiles()[0].samples.size() == 1);
    CHECK(set.dictionary().depth(set.profiles()[0].samples.stack[0]) == deep_frames);
  });
}

TEST_CASE("law: a stack of a million frames is written", "[laws][long]") {
  const ProfileSet set = read_text(collapsed_reader, deep_stack("collapsed", deep_frames));
  for (const Writer* writer : all_writers) {
    INFO(writer->name);
    const std::string bytes = written(set, *writer);
    if (!draws_stacks(*writer)) {
      CHECK(bytes.starts_with("error: no distribution to draw"));
      continue;
    }
    CHECK(bytes.substr(0, 300).find("error: ") == std::string::npos);
    // A table has as many lines as were asked for.
    if (writer != &top_writer) CHECK(bytes.size() > deep_frames);
  }
}

TEST_CASE("the tree of a million calls grows with the calls", "[laws][top][long]") {
  Options tree(top_writer.options);
  tree.set("view", "tree");
  const ProfileSet set = read_text(collapsed_reader, deep_stack("collapsed", deep_frames));
  CHECK(written(set, top_writer, tree).size() < 200 * deep_frames);
}

TEST_CASE("law: a stack deeper than the limit is an error that names it", "[laws][format]") {
  for_each_reader([](const Reader& reader) {
    const auto text = deep_input(reader, 1001);
    if (!text) return;
    Context context(Limits{.max_stack_depth = 1000});
    Input input = Input::from_memory("deep", *text, context);
    const auto reading = [&] { return read_profiles(reader, input, Options(reader.options), SampleOrder::merged); };
    CHECK_THROWS_AS(reading(), LimitError);
  });
}

TEST_CASE("law: an input larger than the limit is an error that names it", "[laws][format]") {
  for_each_reader([](const Reader& reader) {
    const std::string error = error_of_reading(reader, long_source(reader, 50'000'000), {.max_input_bytes = 1'000'000});
    INFO(
        "If the reader stops before the limit, tests/laws/generated.cpp: long_line() needs a long line that it "
        "accepts");
    CHECK_THAT(error, contains("larger than the limit of 1000000 bytes"));
  });
}

}  // namespace profconv::test
