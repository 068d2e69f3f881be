// SPDX-License-Identifier: Apache-2.0
// What a context keeps of what it is told.
#include "profconv/context.h"

#include "support/catch.h"

namespace profconv::test {

TEST_CASE("a context keeps every finding where it is asked to, up to a limit of each kind", "[context]") {
  Context context;
  context.note("a", {.file = "f", .line = 1}, "one");
  CHECK(context.findings().empty());
  CHECK_FALSE(context.is_checking());
  context.keep_findings(2);
  CHECK(context.is_checking());
  for (std::uint64_t line = 2; line < 6; ++line) context.error("b", {.file = "f", .line = line}, "two\nlines");
  context.note("c", {.file = "f", .line = 9}, "three");
  REQUIRE(context.findings().size() == 3);
  CHECK(context.findings()[1].where.line == 3);
  CHECK(context.findings()[1].message == "two\\x0alines");
  CHECK(context.diagnostics()[1].count == 4);
}

TEST_CASE("what a reader skips is declared once an input, and is no finding", "[context]") {
  Context context;
  const Unread maxima{.file = "f", .what = "maxima", .setting = "x.maxima=yes"};
  context.skip(maxima);
  context.skip(maxima);
  const auto part = context.fork();
  CHECK(part->unread().empty());
  part->skip(maxima);
  part->skip({.file = "g", .what = "maxima", .setting = "x.maxima=yes"});
  context.absorb(*part);
  REQUIRE(context.unread().size() == 2);
  CHECK(context.unread()[0] == maxima);
  CHECK(context.unread()[1].file == "g");
  CHECK(context.diagnostics().empty());
}

TEST_CASE("a part of a context is cancelled with it, and what it found is added", "[context]") {
  Context context({.max_stack_depth = 7});
  const auto part = context.fork();
  CHECK(part->limits().max_stack_depth == 7);
  context.note("a", {.file = "f", .line = 1}, "one");
  part->error("a", {.file = "f", .line = 2}, "again");
  part->note("a", {.file = "g", .line = 3}, "elsewhere");
  context.absorb(*part);
  REQUIRE(context.diagnostics().size() == 2);
  CHECK(context.diagnostics()[0].count == 2);
  CHECK(context.diagnostics()[0].severity == Severity::error);
  CHECK(context.diagnostics()[0].message == "one");
  CHECK(context.diagnostics()[1].where.file == "g");
  CHECK_NOTHROW(part->check_cancelled());
  context.cancel();
  CHECK_THROWS_AS(part->check_cancelled(), Cancelled);
}

}  // namespace profconv::test
