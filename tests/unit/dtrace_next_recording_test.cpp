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

TEST_CASE("each aggregation of bars for keys has a heading at the end of one recording", "[dtrace]") {
  const std::string program = quiet("syscall:::entry { @a[execname] = count(); @b[probefunc] = count(); }\n");
  const std::string heading = "\n\n              key  ------------- Distribution ------------- count    \n";
  const std::string first = heading + "             sshd |@@                                       3        \n";
  const std::string second = heading + "             read |@@@@@@@@@@@@@@@@@@@                      80       \n";
  const Outcome outcome = read_with(program, first + second);
  CHECK(outcome.diagnostics.empty());
  REQUIRE(set_of(outcome).profiles().size() == 2);
  CHECK(total(set_of(outcome).profiles()[0], 0) == 3);
  CHECK(total(set_of(outcome).profiles()[1], 0) == 80);
  CHECK(warns(read_with(program, first + first), "dtrace.alike"));
}

TEST_CASE("a literal tells which of two printa() with one format printed a record", "[dtrace]") {
  const std::string fill =
      "syscall:::return { @e[probefunc] = sum(1); @et[\"TOTAL:\"] = sum(1); @n[probefunc] = count(); "
      "@nt[\"TOTAL:\"] = count(); }\n";
  const std::string times = "printa(\"%16s %@18d\\n\", @e); printa(\"%16s %@18d\\n\", @et); ";
  const std::string counts = "printa(\"%16s %@18d\\n\", @n); printa(\"%16s %@18d\\n\", @nt); ";
  const std::string time_rows =
      "            read                 58\n           fsync                370\n"
      "          TOTAL:                428\n";
  const std::string count_rows =
      "            read                  5\n           fsync                  7\n"
      "          TOTAL:                 12\n";
  const auto totals = [](const Outcome& outcome) {
    Lines lines;
    const ProfileSet set = set_of(outcome);
    for (const Profile& each : set.profiles()) lines.push_back(each.name + " " + std::to_string(total(each, 0)));
    return lines;
  };
  const std::string end = "END { " + times + "printf(\"\\nCALLS\\n\\n\"); " + counts + "}\n";
  const Outcome outcome = read_with(quiet(fill + end), time_rows + "\nCALLS\n\n" + count_rows);
  CHECK(totals(outcome) == Lines{"e 428", "et 428", "n 12", "nt 12"});
  CHECK_FALSE(warns(outcome, "dtrace.alike"));
  // A print that repeats.
  const Outcome turns = read_with(quiet(fill + "tick-1s { " + times + "}\n"), time_rows + time_rows);
  CHECK(totals(turns) == Lines{"e 428", "et 428"});
}

TEST_CASE("stacks of several threads that look alike in the only print of a program are no doubt", "[dtrace]") {
  const std::string fill = "profile-997 { @[ustack()] = count(); }\n";
  const std::string rows = stack_record(frame_line("a`f"), "1") + stack_record(frame_line("a`f"), "2");
  CHECK(read_with(quiet(fill + "END { printf(\"STACKS\"); printa(@); }\n"), "STACKS\n" + rows).diagnostics.empty());
  CHECK(warns(read_with(quiet(fill + "tick-1s { printf(\"STACKS\"); printa(@); }\n"), "STACKS\n" + rows),
              "dtrace.repeated_keys"));
}

TEST_CASE("the empty line below the last probe begins no record of a format", "[dtrace]") {
  const std::string program = "profile-97 { @[ustack()] = count(); }\ntick-1s { printa(\"%k%@d\\n\", @); clear(@); }\n";
  const std::string heading = "CPU     ID                    FUNCTION:NAME\n";
  const std::string probe = "  1   3973                         :tick-1s \n";
  const std::string print = probe + "a`f+0x1\n4\n\n";
  CHECK_FALSE(warns(read_with(program, heading + print + print + probe + "\n"), "dtrace.truncated"));
  CHECK(warns(read_with(program, heading + print + probe + "a`f+0x1\n"), "dtrace.truncated"));
}

TEST_CASE("like stacks of threads in a format that is cleared are no print without the others", "[dtrace]") {
  const std::string program =
      quiet("profile-97 { @[ustack()] = count(); }\ntick-1s { printa(\"%k%@d\\n\", @); clear(@); }\n");
  const auto record = [](const std::string& frame, const std::string& value) {
    return "\n" + frame + "+0x1\n" + value + "\n";
  };
  const std::string first = record("a`f", "1") + record("a`g", "1");
  const std::string second = record("a`f", "0") + record("a`g", "0") + record("a`f", "2");
  const Outcome outcome = read_with(program, first + second);
  CHECK(stacks_of(set_of(outcome)) == Lines{"a`f 3", "a`g 1"});
  CHECK_FALSE(warns(outcome, "dtrace.printed_again"));
}

TEST_CASE("a text above a table is a heading where the D program prints no text key", "[dtrace]") {
  const std::string table =
      "\n           value  ------------- Distribution ------------- count    \n"
      "               2 |                                         0        \n"
      "               4 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 7        \n"
      "               8 |                                         0        \n";
  const std::string program = quiet("syscall::write:entry { @q = quantize(arg2); }\n");
  const Outcome outcome = read_with(program + "END { printf(\"sizes\"); printa(@q); }\n", "sizes\n" + table);
  CHECK(outcome.diagnostics.empty());
  CHECK(set_of(outcome).profiles()[0].name == "q");
  CHECK(labels_of(set_of(outcome), 0, 0).find("sizes") == std::string::npos);
}

TEST_CASE("of appended recordings each has its last prints, told by literals", "[dtrace]") {
  const std::string program = quiet(
      "malloc:entry { @a[\"job\", execname] = sum(arg0); @b[probefunc, execname] = count(); }\n"
      "tick-1s { printa(@a); trunc(@a); }\ntick-2s { exit(0); }\n");
  const auto record = [](const std::string& key, const std::string& value) {
    return text_key(key) + text_key("sh") + value_line(value);
  };
  const std::string first = "\n" + record("job", "128") + "\n" + record("read", "1") + record("open", "3");
  const std::string second = "\n" + record("job", "73") + "\n" + record("open", "6") + record("read", "120");
  CHECK(totals_of(read_with(program, first + second)) == std::vector<std::int64_t>{201, 130});
}

}  // namespace profconv::test
