// SPDX-License-Identifier: Apache-2.0
// What formats share for reading numbers and for messages about what they cannot read.
#include <cstdint>
#include <optional>
#include <string>

#include "core/text/bad_lines.h"
#include "core/text/excerpts.h"
#include "core/text/integers.h"
#include "support/catch.h"

namespace profconv::test {

TEST_CASE("an integer is all of its text, and fits its type", "[kit]") {
  CHECK(parse_integer<int>("-12") == -12);
  CHECK(parse_integer<std::uint64_t>("18446744073709551615") == UINT64_MAX);
  CHECK(parse_integer<std::uint32_t>("ff", 16) == 255U);
  for (const char* const text : {"", " 1", "1 ", "+1", "0x1", "1.0", "one"}) {
    INFO(text);
    CHECK_FALSE(parse_integer<int>(text));
  }
  CHECK_FALSE(parse_integer<std::int8_t>("128"));
  CHECK_FALSE(parse_integer<unsigned>("-1"));
}

TEST_CASE("messages show the beginning of a long text, and no half characters", "[kit]") {
  CHECK(shortened("main", 4) == "main");
  CHECK(shortened("main;f", 4) == "main...");
  CHECK(shortened("gr\xC3\xBC\xC3\x9F", 3) == "gr...");
  CHECK(shortened("\x80\x80\x80\x80\x80\x80", 4) == "\x80\x80\x80\x80...");
  CHECK(shortened("main", 0) == "...");
}

TEST_CASE("quoted text is one line", "[kit]") {
  CHECK(in_quotes("a\tb\n") == "'a\\x09b\\x0a'");
  CHECK(in_quotes(std::string(70, 'x')) == "'" + std::string(60, 'x') + "...'");
}

TEST_CASE("bad lines are counted, and the first refuses an input without a good one", "[kit]") {
  Context context;
  BadLines lines(context, "flat.bad_line");
  CHECK_THROWS_WITH(lines.refuse({.file = "in"}, "a name", "'name count'"),
                    "in: the input is empty; expected lines of 'name count'");
  lines.add({.file = "in", .line = 2}, "expected a name, got '1'");
  lines.add({.file = "in", .line = 5}, "expected a name, got '2'");
  REQUIRE(context.diagnostics().size() == 1);
  CHECK(context.diagnostics()[0].count == 2);
  CHECK(context.diagnostics()[0].where.line == 2);
  CHECK_THROWS_WITH(lines.refuse({.file = "in"}, "a name", "'name count'"),
                    "in:2: expected a name, got '1'; no line of the input is a name");
}

TEST_CASE("an input most of whose lines are bad is of another format", "[kit]") {
  Context context;
  BadLines lines(context, "flat.bad_line");
  for (std::uint64_t line = 1; line <= 10; ++line) lines.add({.file = "in", .line = line}, "expected a name, got '1'");
  CHECK_NOTHROW(lines.refuse_if_most(10));
  lines.add({.file = "in", .line = 11}, "expected a name, got '2'");
  CHECK_NOTHROW(lines.refuse_if_most(22));
  CHECK_THROWS_WITH(lines.refuse_if_most(21), "in:1: expected a name, got '1'; 11 of 21 lines are not of this format");
}

}  // namespace profconv::test
