// SPDX-License-Identifier: Apache-2.0
// Checking as a whole: what is kept and counted, and files that cannot be read.
#include <array>
#include <string>

#include "profconv/errors.h"
#include "support/catch.h"
#include "support/checking.h"
#include "support/scratch.h"

namespace profconv::test {

TEST_CASE("check: what is not kept is counted by the last of its kind", "[check]") {
  Context context;
  const std::string text = "a 1\nx\ny\nz\n";
  const CheckResult result =
      check_input(Input::from_memory("in", text, context), {.from = "collapsed", .most_of_a_kind = 2});
  REQUIRE(result.findings.size() == 2);
  CHECK(result.findings[0].count == 1);
  CHECK(result.findings[1].count == 2);
  CHECK(result.errors == 3);
  CHECK_FALSE(result.is_valid());
}

TEST_CASE("check: what cannot be read is an error with its place", "[check]") {
  const Scratch scratch;
  Context context;
  const std::string path = scratch / "nowhere.folded";
  const CheckResult missing = check_file(path, {}, context);
  REQUIRE(missing.findings.size() == 1);
  CHECK(missing.findings[0].kind == "check.unreadable");
  CHECK(missing.findings[0].message.find(path) == std::string::npos);
  CHECK(missing.findings[0].where.file == path);
  CHECK(missing.reader == nullptr);
  CHECK(places(checked("Dear diary,\n\ntoday was fine.\n")) == "error check.unreadable :1\n");
  CHECK(checked("{\"dhatFileVersion\":7}").reader->name == "dhat");
}

TEST_CASE("check: a file that may be of two formats is an error of the file, and no wrong request", "[check]") {
  static const auto probe = [](std::string_view, std::string_view) -> Probe {
    return {.confidence = Confidence::certain, .reason = "any text is"};
  };
  Reader one = *builtin_registry().readers().front();
  one.name = "one";
  one.probe = probe;
  one.extensions = {};
  Reader two = one;
  two.name = "two";
  const Registry registry({&one, &two}, {});
  Context context;
  const CheckResult result = check_input(Input::from_memory("in", "a 1\n", context), {}, registry);
  CHECK(places(result) == "error check.unreadable\n");
  CHECK(result.findings[0].message.find("may be one (any text is) or two") == 0);
}

TEST_CASE("check: limits are errors, and a wrong request is thrown", "[check]") {
  Context context({.max_input_bytes = 4});
  CHECK(places(check_input(Input::from_memory("in", "main;a 1\n", context), {})) == "error check.limit\n");
  CHECK_THROWS_AS(checked("a 1\n", "nonsense"), UsageError);
  Context other;
  CHECK_THROWS_AS(check_input(Input::from_memory("in", "a;b 1\n", other),
                              {.settings = {{.format = "", .option = "nonsense", .value = "1"}}}),
                  UsageError);
}

TEST_CASE("check: several gzip members", "[check]") {
  // "a;b 1\n" compressed with gzip -9n.
  constexpr std::array<unsigned char, 26> member{0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02,
                                                 0x03, 0x4b, 0xb4, 0x4e, 0x52, 0x30, 0xe4, 0x02, 0x00,
                                                 0x0f, 0x63, 0x71, 0x2b, 0x06, 0x00, 0x00, 0x00};
  const std::string one(reinterpret_cast<const char*>(member.data()), member.size());
  CHECK(places(checked(one, "collapsed")) == "");
  CHECK(places(checked(one + one, "collapsed")) == "warning check.gzip_members\nnote collapsed.duplicate :2\n");
}

}  // namespace profconv::test
