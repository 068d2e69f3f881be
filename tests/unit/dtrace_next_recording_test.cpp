// SPDX-License-Identifier: Apache-2.0
// Where a print or a recording ends and the next one begins, without a line that says so.
#include <string>

#include "support/catch.h"
#include "support/fixtures.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

TEST_CASE("an empty line between a probe's print and the last may be an empty stack", "[dtrace]") {
  const std::string probe =
      "CPU     ID                    FUNCTION:NAME\n  1   3973                         :tick-1s \n";
  const std::string print = probe + "     1935\n" + frame_line("a`f") + value_line("95");
  const auto last = [](const std::string& blanks) {
    return blanks + frame_line("a`g") + value_line("1") + "\n" + frame_line("k`h") + "\n" + frame_line("a`g") +
           value_line("1");
  };
  CHECK(warns(read_dtrace(print + last("\n\n\n")), "dtrace.leading_stacks"));
}

TEST_CASE("a recording that begins as the one before is a warning", "[dtrace]") {
  const std::string program = quiet("profile-997 { @[execname] = count(); }\n");
  const std::string run = "\n" + row("cc", "1") + row("sh", "8");
  CHECK(warns(read_with(program, run + run), "dtrace.appended"));
  const Outcome overlap = read_with(program, run + run + row("ld", "72"));
  REQUIRE(warns(overlap, "dtrace.appended"));
  CHECK(finding(overlap, "dtrace.appended")->where.line == 5);
  CHECK_FALSE(warns(read_with(program, run + "\n" + row("cc", "1") + row("sh", "9")), "dtrace.appended"));
}

TEST_CASE("a value below a text may be that of an empty stack of the records before it", "[dtrace]") {
  const std::string stacks = "\n" + stack_record(frame_line("a`f"), "1") + stack_record(frame_line("a`g"), "60");
  CHECK(warns(read_dtrace(stacks + "ok\n\n" + value_line("60")), "dtrace.alike"));
  const std::string program = quiet(
      "profile-997 { @[ustack()] = count(); @t = count(); }\n"
      "END { printa(@); printf(\"ok\\n\"); printa(@t); }\n");
  CHECK_FALSE(warns(read_with(program, stacks + "ok\n\n" + value_line("61")), "dtrace.alike"));
}

}  // namespace profconv::test
