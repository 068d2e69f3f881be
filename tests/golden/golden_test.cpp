// SPDX-License-Identifier: Apache-2.0
// Every fixture against the golden file beside it: the model, the findings, and the collapsed stacks of each profile.
// BLESS=1 writes the golden files; read the difference before it is committed.
#include <string>

#include "support/catch.h"
#include "support/compare.h"
#include "support/fixtures.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

std::string golden_text(const Fixture& fixture) {
  const Outcome outcome = read(fixture);
  std::string text = outcome.text();
  if (!outcome.set) return text;
  std::size_t number = 0;
  for (const ProfileSet& one : one_by_one(*outcome.set)) {
    const std::string stacks = written(one, collapsed_writer);
    text += "\ncollapsed " + std::to_string(++number) + "\n" + stacks;
    if (!text.ends_with('\n')) text += "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("every fixture reads as its golden file says", "[golden]") {
  for (const Fixture& fixture : fixtures()) check_golden(fixture.golden, golden_text(fixture), fixture.name());
}

}  // namespace profconv::test
