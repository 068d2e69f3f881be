// SPDX-License-Identifier: Apache-2.0
// Telling pprof from everything else: protobuf has no magic, so that every field must fit.
#include <random>
#include <string>

#include "pprof_maker.h"
#include "readers/readers.h"
#include "support/catch.h"

namespace profconv::test {

namespace {

Probe probed(std::string_view head) { return pprof_reader.probe(pprof_reader, head, "file"); }

}  // namespace

TEST_CASE("pprof: a profile is recognised, and its sample types are named", "[pprof]") {
  const Probe probe = probed(small_pprof().bytes());
  CHECK(probe.confidence == Confidence::certain);
  CHECK(probe.reason == "a pprof profile with samples/count, cpu/nanoseconds");
}

TEST_CASE("pprof: the beginning of a profile is enough", "[pprof]") {
  PprofMaker file = small_pprof();
  for (int i = 0; i < 100; ++i) file.sample({1, 2}, {i, i});
  const std::string bytes = file.bytes();
  for (std::size_t size = 100; size < bytes.size(); ++size) {
    INFO(size);
    REQUIRE(probed(std::string_view(bytes).substr(0, size)).confidence >= Confidence::likely);
  }
}

TEST_CASE("pprof: all fixtures of the format are recognised, and none of the others", "[pprof]") {
  for (const Fixture& fixture : fixtures()) {
    INFO(fixture.name());
    Context context;
    Input input = Input::from_memory(fixture.name(), fixture.bytes, context);
    const Probe probe = pprof_reader.probe(pprof_reader, input.head(), fixture.name());
    const bool is_pprof = fixture.reader == &pprof_reader;
    CHECK(probe.confidence == (is_pprof ? Confidence::certain : Confidence::no));
  }
}

TEST_CASE("pprof: text and other binary files are not taken", "[pprof]") {
  for (const std::string_view text : {"", "\n", "\n\n", "H1", "H1H1H1H1", "main;f 1\n", "{\"a\":1}", "\"\"\"\"\"\"",
                                      "\n  unix`main+0x10\n  1\n", "2 2 2 2", "*** x", "\x1a\x1a\x1a\x1a"}) {
    INFO(text);
    CHECK(probed(text).confidence == Confidence::no);
  }
  CHECK(probed(std::string(4096, '\0')).confidence == Confidence::no);
  CHECK(probed(std::string(4096, '\n')).confidence == Confidence::no);
  CHECK(probed(std::string(4096, '\x08')).confidence == Confidence::no);
}

TEST_CASE("pprof: protobuf of other schemas is not taken", "[pprof]") {
  // A message in field 1 with text in its field 1, as many schemas begin.
  CHECK(probed("\x0a\x06\x0a\x04name\x0a\x06\x0a\x04name\x0a\x06\x0a\x04name").confidence == Confidence::no);
  // Strings of which the first is not empty.
  CHECK(probed("\x32\x03one\x32\x03two\x32\x03six\x32\x03ten").confidence == Confidence::no);
  // A valid profile with a field that profile.proto has with another kind.
  CHECK(probed(small_pprof().bytes() + "\x3a\x01x").confidence == Confidence::no);
}

TEST_CASE("pprof: noise is not taken", "[pprof]") {
  std::mt19937 random(1);
  std::size_t taken = 0;
  for (int i = 0; i < 2000; ++i) {
    std::string noise(64, '\0');
    for (char& c : noise) c = static_cast<char>(random());
    taken += probed(noise).confidence != Confidence::no ? 1 : 0;
  }
  CHECK(taken == 0);
}

}  // namespace profconv::test
