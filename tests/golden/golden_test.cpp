// SPDX-License-Identifier: Apache-2.0
// Every fixture against the golden file beside it: the model that reading it gives, and the findings.
// BLESS=1 writes the golden files; read the difference before it is committed.
#include "support/catch.h"
#include "support/compare.h"
#include "support/fixtures.h"

namespace profconv::test {

TEST_CASE("every fixture reads as its golden file says", "[golden]") {
  for (const Fixture& fixture : fixtures()) check_golden(fixture.golden, read(fixture).text(), fixture.name());
}

}  // namespace profconv::test
