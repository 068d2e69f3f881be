// SPDX-License-Identifier: Apache-2.0
// The readers that docs/adding_a_format.md shows work as the page says; the build takes them from the page.
#include <string>
#include <string_view>
#include <utility>

#include "profconv/convert.h"
#include "support/catch.h"
#include "support/model_dump.h"

namespace profconv {

extern const Reader flat_reader;
extern const Reader calls_reader;

namespace test {

namespace {

ProfileSet read_as(const Reader& reader, std::string_view text, Context& context, const Options& options) {
  Input input = Input::from_memory("in", text, context);
  return read_profiles(reader, input, options, SampleOrder::merged);
}

ProfileSet read_flat(std::string_view text, Context& context) {
  return read_as(flat_reader, text, context, Options(flat_reader.options));
}

constexpr std::string_view calls_text =
    "# calls\n# command: ./server --port 80\n# at night\n"
    "worker/17 main@server.c:12;read request@http.c:40 3 -512\n"
    "worker/17 main@server.c:12;read request@http.c:40 1 4096\n"
    "timer main@server.c:12 2 0\n";

}  // namespace

TEST_CASE("the documented reader reads what its page says", "[architecture]") {
  Context context;
  const ProfileSet set = read_flat("# flat counts\nmain 3\nstd::vector<int, long> 4\nmain 5\n", context);
  REQUIRE(set.profiles().size() == 1);
  CHECK(total(set.profiles()[0], 0) == 12);
  CHECK(set.profiles()[0].samples.size() == 2);
  CHECK(context.diagnostics().empty());
  CHECK(flat_reader.probe(flat_reader, "# flat counts\n", "x").confidence == Confidence::certain);
}

TEST_CASE("the documented reader reports bad lines and refuses what holds none", "[architecture]") {
  Context context;
  CHECK(total(read_flat("main 3\nmain three\n", context).profiles()[0], 0) == 3);
  REQUIRE(context.diagnostics().size() == 1);
  CHECK(context.diagnostics()[0].where.line == 2);
  CHECK(context.diagnostics()[0].message == "expected a name and a count, got 'main three'");
  CHECK_THROWS_AS(read_flat("nothing\n", context), ReadError);
}

TEST_CASE("the documented readers report a last line that may be cut", "[architecture]") {
  for (const auto& [reader, text] : {std::pair(&flat_reader, "main 15"), std::pair(&calls_reader, "a/1 main 1 15")}) {
    Context context;
    CHECK(total(read_as(*reader, text, context, Options(reader->options)).profiles()[0], 0) > 0);
    REQUIRE(context.diagnostics().size() == 1);
    CHECK(context.diagnostics()[0].kind == std::string(reader->name) + ".truncated");
  }
}

TEST_CASE("the second documented reader reads threads, lines, metadata and two value types", "[architecture]") {
  Context context;
  CHECK(calls_reader.probe(calls_reader, calls_text, "x").confidence == Confidence::certain);
  const ProfileSet set = read_as(calls_reader, calls_text, context, Options(calls_reader.options));
  CHECK(context.diagnostics().empty());
  CHECK(dump(set) == R"(profile 1
  value: samples/count
  value: alloc_space/bytes
  source: calls
  command: "./server --port 80"
  comment: "at night"
  sample samples=4 alloc_space=3584 tid=17 thread="worker"
    "main" file="server.c" line=12
    "read request" file="http.c" line=40
  sample samples=2 alloc_space=0 thread="timer"
    "main" file="server.c" line=12
)");
}

TEST_CASE("the second documented reader leaves lines out on request, and reports bad lines", "[architecture]") {
  Context context;
  Options options(calls_reader.options);
  options.set("lines", "no");
  const ProfileSet set = read_as(calls_reader, "x/1 f@a.c:1 1 2\nx/1 f@a.c:2 1 2\nx/1 f@a.c:3\n", context, options);
  CHECK(set.profiles()[0].samples.size() == 1);
  REQUIRE(context.diagnostics().size() == 1);
  CHECK(context.diagnostics()[0].where.line == 3);
}

}  // namespace test

}  // namespace profconv
