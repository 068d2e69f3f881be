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
std::string conversion(const Fixture& fixture, const Writer& writer, const Options& options, bool label_words) {
  const Outcome outcome =
      read(fixture, fixture.bytes, {.order = sample_order(writer, options), .label_words = label_words});
  std::string text = outcome.error;
  for (const Diagnostic& found : outcome.diagnostics) text += found.kind + ": " + found.message + "\n";
  if (!outcome.set) return text;
  for (const ProfileSet& one : one_by_one(*outcome.set)) {
    for (const Loss& loss : losses(one, writer, options)) text += describe(loss) + "\n";
    text += written(one, writer, options);
  }
  return text;
}

}  // namespace

TEST_CASE("law: a writer without labels writes the same of a reading without their words", "[laws][format]") {
  for_each_fixture([](const Fixture& fixture) {
    for (const Writer* writer : all_writers) {
      const Options options(writer->options);
      if (writer->carries(*writer, options).has(Feature::labels)) continue;
      INFO(fixture.name() << " to " << writer->name);
      CHECK(conversion(fixture, *writer, options, true) == conversion(fixture, *writer, options, false));
    }
  });
}

}  // namespace profconv::test
