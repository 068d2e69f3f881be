// SPDX-License-Identifier: Apache-2.0
// Prints of one format that each have a heading of their own, and what dtrace prints if a clause has not run.
#include <cstdint>
#include <string>
#include <vector>

#include "support/catch.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

using Totals = std::vector<std::int64_t>;

const std::string calls_and_bytes = quiet(
    "syscall::write:entry { @n[ustack(1)] = count(); @b[ustack(1)] = sum(arg2); }\n"
    "tick-1s { printf(\"CALLS\\n\"); printa(\"%k%@d\\n\", @n); printf(\"BYTES\\n\"); printa(\"%k%@d\\n\", @b);\n"
    "clear(@n); clear(@b); }\n");

const std::string reads_and_writes = quiet(
    "io:::start { @r[execname] = count(); @w[execname] = sum(arg1); }\n"
    "tick-1s { printf(\"READS\\n\"); printa(\"%s %@d\\n\", @r); printf(\"WRITES\\n\"); printa(\"%s %@d\\n\", @w);\n"
    "trunc(@r); trunc(@w); }\n");

}  // namespace

TEST_CASE("a stack that comes twice below a heading adds, as stacks of two processes print alike", "[dtrace]") {
  const std::string round =
      "CALLS\n\nm`a+0x1\n1\n\nm`b+0x1\n2\n\nm`b+0x1\n5\n"
      "BYTES\n\nm`b+0x1\n100\n\nm`b+0x1\n200\n\nm`a+0x1\n500\n";
  for (const std::size_t rounds : {1U, 3U}) {
    std::string text;
    for (std::size_t i = 0; i < rounds; ++i) text += round;
    const Outcome outcome = read_with(calls_and_bytes, text + "\n");
    const auto times = static_cast<std::int64_t>(rounds);
    CHECK(totals_of(outcome) == Totals{8 * times, 800 * times});
    CHECK(stacks_of(set_of(outcome)) == Lines{"m`a " + std::to_string(times), "m`b " + std::to_string(7 * times)});
  }
}

TEST_CASE("keys that a format leaves out come twice below a heading", "[dtrace]") {
  const std::string program = quiet(
      "io:::start { @r[execname, pid] = count(); @w[execname, pid] = sum(arg1); }\n"
      "END { printf(\"READS\\n\"); printa(\"%s %@d\\n\", @r); printf(\"WRITES\\n\"); printa(\"%s %@d\\n\", @w); }\n");
  const std::string text = "READS\nsh 1\nls 2\nsh 5\nWRITES\nsh 100\nsh 500\nls 900\n\n";
  CHECK(totals_of(read_with(program, text)) == Totals{8, 1500});
}

TEST_CASE("values that fall below a heading, as with -x aggsortrev, begin no other print", "[dtrace]") {
  const std::string text = "READS\nls 9\ncc 3\nWRITES\nls 9000\nREADS\nsh 80\nsed 4\nWRITES\nsh 19000\ncc 40\n\n";
  const Outcome outcome = read_with(reads_and_writes, text);
  CHECK(totals_of(outcome) == Totals{96, 28040});
  CHECK_FALSE(warns(outcome, "dtrace.turns"));
}

TEST_CASE("a heading that is missing among others is a warning where values fall or keys come twice", "[dtrace]") {
  const std::string first = "READS\nls 3\ncc 9\nWRITES\nls 90\ncc 400\n";
  CHECK_FALSE(warns(read_with(reads_and_writes, first + "READS\nsh 4\nWRITES\nsh 80\n\n"), "dtrace.turns"));
  CHECK(warns(read_with(reads_and_writes, first + "READS\nsh 4\nsed 80\nWRITES\nls 5\nsed 2\n\n"), "dtrace.turns"));
  CHECK(totals_of(read_with(reads_and_writes, first + "READS\nsh 4\nsh 80\n\n")) == Totals{16, 570});
}

TEST_CASE("a heading that a program prints now and then tells no print from another", "[dtrace]") {
  const std::string program = quiet(
      "io:::start { @r[execname] = count(); }\nBEGIN { i = 0; }\n"
      "tick-1s /i++ == 0/ { printf(\"READS\\n\"); }\ntick-1s { printa(\"%s %@d\\n\", @r); }\n");
  CHECK(totals_of(read_with(program, "READS\nls 1\nsh 5\nls 2\nsh 9\nls 3\nsh 10\n\n")) == Totals{13});
}

TEST_CASE("a text is a heading though normalize() is between it and its print", "[dtrace]") {
  const std::string program = quiet(
      "syscall:::entry { @n[execname] = count(); @t[execname] = sum(self->t); }\n"
      "END { printf(\"%8s %8s\\n\", \"NAME\", \"COUNT\"); printa(\"%8s %@8d\\n\", @n);\n"
      "printf(\"%8s %8s\\n\", \"NAME\", \"TIME\"); normalize(@t, 1000); printa(\"%8s %@8d\\n\", @t); }\n");
  const std::string text =
      "    NAME    COUNT\n       a        1\n       b        2\n"
      "    NAME     TIME\n       c       10\n       d       20\n\n";
  const Outcome outcome = read_with(program, text);
  CHECK(totals_of(outcome) == Totals{3, 30});
  CHECK_FALSE(warns(outcome, "dtrace.turns"));
}

TEST_CASE("what a clause has not printed yet comes as dtrace ends, maybe like another aggregation", "[dtrace]") {
  const std::string program = quiet(
      "syscall:::entry { @calls[execname] = count(); @ns[execname] = sum(arg0); }\n"
      "tick-1m { printa(\"%s %@d\\n\", @calls); clear(@calls); }\n");
  const std::string end = "\n" + row("sh", "2") + row("ls", "5") + row("cron", "9000");
  CHECK(warns(read_with(program, end), "dtrace.alike"));
  CHECK_FALSE(warns(read_with(program, "ls 5\nsh 7\n" + end), "dtrace.alike"));
  const std::string told = quiet(
      "syscall:::entry { @calls[execname] = count(); @ns[tid] = sum(arg0); }\n"
      "tick-1m { printa(\"%s %@d\\n\", @calls); clear(@calls); }\n");
  CHECK_FALSE(warns(read_with(told, "\n" + row("12", "2")), "dtrace.alike"));
  const std::string stacks = quiet(
      "malloc:entry { @n[ustack()] = count(); @bytes[ustack()] = sum(arg0); }\n"
      "tick-60s { printa(\"%k%@d\\n\", @n); clear(@n); }\n");
  const std::string stack = "\n" + frame_line("m`b+0x1") + frame_line("m`a+0x2");
  CHECK(warns(read_with(stacks, "\n" + stack + "                2\n" + stack + "             9000\n"), "dtrace.alike"));
}

}  // namespace profconv::test
