// SPDX-License-Identifier: Apache-2.0
// The reader that docs/adding_a_format.md shows works as the page says; the build takes it from the page.
#include "profconv/convert.h"
#include "support/catch.h"

namespace profconv {

extern const Reader flat_reader;

namespace test {

namespace {

ProfileSet read_flat(std::string_view text, Context& context) {
  Input input = Input::from_memory("in.flat", text, context);
  return read_profiles(flat_reader, input, Options(flat_reader.options), SampleOrder::merged);
}

}  // namespace

TEST_CASE("the documented reader reads what its page says", "[architecture]") {
  Context context;
  const ProfileSet set = read_flat("# flat counts\nmain 3\nstd::vector<int, long> 4\nmain 5\n", context);
  REQUIRE(set.profiles().size() == 1);
  CHECK(total(set.profiles()[0], 0) == 12);
  CHECK(set.profiles()[0].samples.size() == 2);
  CHECK(context.diagnostics().empty());
  CHECK(flat_reader.probe("# flat counts\n", "x").confidence == Confidence::certain);
}

TEST_CASE("the documented reader reports bad lines and refuses what holds none", "[architecture]") {
  Context context;
  CHECK(total(read_flat("main 3\nmain three\n", context).profiles()[0], 0) == 3);
  REQUIRE(context.diagnostics().size() == 1);
  CHECK(context.diagnostics()[0].where.line == 2);
  CHECK_THROWS_AS(read_flat("nothing\n", context), ReadError);
}

}  // namespace test

}  // namespace profconv
