// SPDX-License-Identifier: Apache-2.0
// Prints between which trunc(@a, N) drops keys: those that it leaves go on, the others begin anew.
#include <string>

#include "support/catch.h"
#include "support/fixtures.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

std::string program(const std::string& clause, const std::string& function = "count()") {
  return "#pragma D option quiet\nsyscall:::entry { @a[probefunc] = " + function + "; } " + clause;
}

bool warns(const Outcome& outcome) { return warns(outcome, "dtrace.printed_again"); }

}  // namespace

TEST_CASE("keys that trunc() drops after a print begin anew", "[dtrace]") {
  // As DTrace 2.0.7 printed them, without trunc() at the end: 118, 122, 243, 351, 480.
  const std::string text = "\n" + row("e", "51") + row("d", "57") + row("c", "110") + row("b", "158") +
                           row("a", "216") + "\n" + row("d", "28") + row("e", "31") + row("c", "60") + row("b", "243") +
                           row("a", "336") + "\n" + row("e", "36") + row("d", "37") + row("c", "73") + row("b", "351") +
                           row("a", "480");
  const Outcome outcome = read_with(program("tick-1s { printa(@a); trunc(@a, 2); }"), text);
  CHECK(profiles_of(outcome) == Lines{"a: e=118 d=122 c=243 b=351 a=480"});
  CHECK(outcome.diagnostics.empty());
  // The last print may be that of another clause.
  CHECK(profiles_of(read_with(program("tick-1s { printa(@a); trunc(@a, 2); } END { printa(@a); }"), text)) ==
        Lines{"a: e=118 d=122 c=243 b=351 a=480"});
}

TEST_CASE("a key dropped by trunc() keeps its value, and adds if it comes again", "[dtrace]") {
  const std::string text =
      "\n" + row("b", "3") + row("a", "5") + "\n" + row("a", "9") + "\n" + row("b", "8") + row("a", "10");
  for (const std::string clause : {"{ printa(@a); trunc(@a, 1); }", "{ trunc(@a, 2); printa(@a); }"}) {
    INFO(clause);
    const Outcome outcome = read_with(program("tick-1s " + clause), text);
    CHECK(profiles_of(outcome) == Lines{"a: b=11 a=10"});
    CHECK(outcome.diagnostics.empty());
  }
}

TEST_CASE("trunc() with a negative number leaves the smallest values", "[dtrace]") {
  const std::string text = "\n" + row("a", "3") + row("b", "5") + "\n" + row("b", "7") + row("a", "8");
  const Outcome outcome = read_with(program("tick-1s { printa(@a); trunc(@a, -1); }", "sum(arg0)"), text);
  CHECK(profiles_of(outcome) == Lines{"a: a=8 b=12"});
  CHECK(outcome.diagnostics.empty());
}

TEST_CASE("where it cannot be told which keys trunc() drops, a warning says so", "[dtrace]") {
  // One of two equal values is left.
  const std::string ties = "\n" + row("a", "3") + row("b", "3") + "\n" + row("b", "4") + row("a", "5");
  CHECK(warns(read_with(program("tick-1s { printa(@a); trunc(@a, 1); }"), ties)));
  const std::string text = "\n" + row("a", "3") + row("b", "5") + "\n" + row("b", "4") + row("a", "8");
  for (const std::string clause :
       {"tick-1s { printa(@a); trunc(@a, $1); }", "tick-1s { printa(@a); } tick-3s { trunc(@a, 1); }"}) {
    INFO(clause);
    const Outcome outcome = read_with(program(clause), text);
    CHECK(profiles_of(outcome) == Lines{"a: a=8 b=9"});
    CHECK(warns(outcome));
  }
}

TEST_CASE("a key that trunc() keeps and the next print lacks is a warning", "[dtrace]") {
  // Prints in a format have nothing between them: f=1, f=1, then g=2 h=2 f=4.
  const std::string clause = "tick-1s { printa(\"b %s %@d\\n\", @a); trunc(@a, 2); }";
  CHECK(warns(read_with(program(clause), "b f 1\nb f 1\nb g 2\nb h 2\nb f 4\n")));
  const Outcome outcome = read_with(program(clause), "b f 1\nb f 1\nb g 2\nb f 3\nb g 4\nb h 5\n");
  CHECK(profiles_of(outcome) == Lines{"a: f=3 g=4 h=5"});
  CHECK(outcome.diagnostics.empty());
}

TEST_CASE("trunc() between two prints of END drops keys of the second", "[dtrace]") {
  const std::string clause = "END { printf(\"all\\n\"); printa(@a); trunc(@a, 1); printf(\"top\\n\"); printa(@a); }";
  const Outcome outcome =
      read_with(program(clause), "all\n\n" + row("sh", "5") + row("ls", "7") + "top\n\n" + row("ls", "7"));
  CHECK(profiles_of(outcome) == Lines{"a: sh=5 ls=7"});
  CHECK_FALSE(warns(outcome));
}

TEST_CASE("a doubt of the first recording is not forgotten in the second", "[dtrace]") {
  const std::string program = quiet(
      "BEGIN { printf(\"Tracing...\\n\"); } read:entry { @a[probefunc] = count(); }\n"
      "tick-1s { printa(@a); trunc(@a, 1); } tick-2s { exit(0); }\n");
  const std::string run =
      "Tracing...\n\n" + row("read", "4") + row("open", "4") + "\n" + row("read", "5") + row("open", "6") + "\n";
  CHECK(warns(read_with(program, run), "dtrace.printed_again"));
  CHECK(warns(read_with(program, run + "Tracing...\n\n" + row("read", "1") + "\n"), "dtrace.printed_again"));
}

}  // namespace profconv::test
