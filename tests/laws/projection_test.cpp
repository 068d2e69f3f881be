// SPDX-License-Identifier: Apache-2.0
// A reading that leaves out what no output uses changes nothing: the same bytes are written, the same losses reported.
#include <string>

#include "laws/formats.h"
#include "profconv/losses.h"
#include "support/catch.h"
#include "support/fixtures.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

/// What comes of a set: the reader's findings, and for each profile what is written of it and what is lost.
std::string conversion(const Fixture& fixture, const Writer& writer, const Options& options,
                       const Projection& projection) {
  const Outcome outcome = read(fixture, fixture.bytes, {.projection = projection});
  std::string text = outcome.error;
  for (const Diagnostic& found : outcome.diagnostics) text += found.kind + ": " + found.message + "\n";
  if (!outcome.set) return text;
  for (const ProfileSet& one : one_by_one(*outcome.set)) {
    text += std::to_string(one.profiles().front().sample_count()) + " samples\n";
    for (const Loss& loss : losses(one, writer, options)) text += describe(loss) + "\n";
    text += written(one, writer, options);
  }
  return text;
}

}  // namespace

TEST_CASE("law: a writer writes the same of a reading without what it does not carry", "[laws][format]") {
  for_each_fixture([](const Fixture& fixture) {
    for (const Writer* writer : all_writers) {
      const Options options(writer->options);
      const Features carried = writer->carries(*writer, options);
      const Projection all(sample_order(*writer, options));
      const std::string expected = conversion(fixture, *writer, options, all);
      for (const bool label_words : {true, false}) {
        for (const bool times : {true, false}) {
          Projection used = all;
          used.label_words = label_words || carried.has(Feature::labels);
          used.times = times || carried.has(Feature::start_times) || carried.has(Feature::absolute_start_times);
          INFO(fixture.name() << " to " << writer->name << (used.label_words ? "" : ", no label words")
                              << (used.times ? "" : ", no times"));
          CHECK(expected == conversion(fixture, *writer, options, used));
        }
      }
    }
  });
}

}  // namespace profconv::test
