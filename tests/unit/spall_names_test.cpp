// SPDX-License-Identifier: Apache-2.0
// Names that Spall cannot hold as they are.
#include "writers/spall/spall_names.h"

#include <string>

#include "support/catch.h"

namespace profconv::spall {

namespace {
const std::string bad = "\xEF\xBF\xBD";
}

TEST_CASE("well-formed UTF-8 is left alone", "[spall]") {
  for (const std::string text :
       {"main", "", "\xC2\xA2", "\xE2\x82\xAC", "\xF0\x9F\x94\xA5", "\xF4\x8F\xBF\xBF", "\t"}) {
    CHECK(repaired_utf8(text).empty());
  }
}

TEST_CASE("each malformed sequence becomes one replacement character", "[spall]") {
  CHECK(repaired_utf8("a\xFF\x62") == "a" + bad + "b");
  CHECK(repaired_utf8("\x80\x80") == bad + bad);
  CHECK(repaired_utf8("\xE2\x82") == bad);
  CHECK(repaired_utf8("\xE2\x82z") == bad + "z");
  CHECK(repaired_utf8("\xF0\x9F\x94") == bad);
  CHECK(repaired_utf8("\xC0\xAF") == bad + bad);
  CHECK(repaired_utf8("\xED\xA0\x80") == bad + bad + bad);
  CHECK(repaired_utf8("\xF4\x90\x80\x80") == bad + bad + bad + bad);
  CHECK(repaired_utf8("\xC3\xA9\xFF") == "\xC3\xA9" + bad);
}

TEST_CASE("names up to 255 bytes are kept, longer ones cut", "[spall]") {
  NameFitter fitter;
  const std::string fits(255, 'x');
  const std::string too_long(256, 'x');
  CHECK(fitter.fit(fits) == fits);
  const std::string_view cut = fitter.fit(too_long);
  CHECK(cut.size() == 254);
  CHECK(cut.substr(0, 237) == too_long.substr(0, 237));
  CHECK(fitter.fit(too_long) == cut);
}

TEST_CASE("long names that differ only at their ends still differ", "[spall]") {
  NameFitter fitter;
  const std::string one = std::string(300, 'x') + "1";
  const std::string two = std::string(300, 'x') + "2";
  CHECK(fitter.fit(one) != fitter.fit(two));
}

TEST_CASE("a name is cut between characters", "[spall]") {
  NameFitter fitter;
  std::string name = "x";
  while (name.size() < 300) name += "\xE2\x82\xAC";
  const std::string_view cut = fitter.fit(name);
  CHECK(cut.size() <= 254);
  CHECK(repaired_utf8(cut).empty());
}

TEST_CASE("what was changed is said once, with how many names", "[spall]") {
  NameFitter fitter;
  const std::string long_name(300, 'x');
  CHECK(fitter.fit(long_name) == fitter.fit(long_name));
  CHECK(fitter.fit("\xFF") == bad);
  Context context;
  fitter.report(context);
  REQUIRE(context.diagnostics().size() == 2);
  CHECK(context.diagnostics()[0].kind == "spall.name_length");
  CHECK(context.diagnostics()[0].message.find("Spall holds: 1;") != std::string::npos);
  CHECK(context.diagnostics()[1].kind == "spall.utf8");
}

}  // namespace profconv::spall
