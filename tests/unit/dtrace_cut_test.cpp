// SPDX-License-Identifier: Apache-2.0
// Recordings whose beginning is missing, and prints whose keys changed their names.
#include <string>

#include "support/catch.h"
#include "support/fixtures.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

const std::string turns = quiet(
    "io:::start { @w[execname] = count(); } io:::done { @r[execname] = count(); }\n"
    "tick-1s { printa(@w); printa(@r); clear(@w); clear(@r); }\n");

/// A print of two keys.
std::string print(const std::string& cat, const std::string& ls) { return "\n" + row("cat", cat) + row("ls", ls); }

}  // namespace

TEST_CASE("a last round without all of its prints is a warning", "[dtrace]") {
  const std::string whole = print("1", "2") + print("3", "4") + print("5", "6") + print("7", "8");
  CHECK_FALSE(warns(read_with(turns, whole), "dtrace.turns"));
  CHECK(warns(read_with(turns, whole.substr(print("1", "2").size())), "dtrace.turns"));
}

TEST_CASE("prints in turns after a first one without its empty line are a warning", "[dtrace]") {
  const std::string whole = print("1", "2") + print("3", "4") + print("5", "6") + print("7", "8");
  CHECK(warns(read_with(turns, whole.substr(print("1", "2").size() + 1) + print("9", "10")), "dtrace.turns"));
  const std::string one = quiet("io:::start { @w[execname] = count(); } tick-1s { printa(@w); }\n");
  CHECK_FALSE(warns(read_with(one, print("1", "2").substr(1) + print("3", "4")), "dtrace.turns"));
}

TEST_CASE("a first print without the heading of the others is a warning", "[dtrace]") {
  const std::string others = "\n  1   3973                         :tick-1s 2026 Nov 26 20:56:39\n" + print("3", "4") +
                             "\n  1   3973                         :tick-1s 2026 Nov 26 20:56:40\n" + print("5", "6");
  CHECK(warns(read_dtrace(print("1", "2") + others), "dtrace.alike"));
  CHECK_FALSE(warns(read_dtrace(others), "dtrace.alike"));
  CHECK(warns(read_dtrace(row("ls", "2") + "READS\n" + print("3", "4")), "dtrace.alike"));
}

TEST_CASE("a first line that may be a key without its blanks is a warning", "[dtrace]") {
  const auto record = [](const std::string& key, const std::string& value) {
    return text_key(key) + "\n" + stack_a + value_line(value);
  };
  const std::string copied = record("bash", "5") + record("cat", "7");
  CHECK(warns(read_dtrace(copied.substr(copied.find("bash"))), "dtrace.lost_keys"));
  CHECK_FALSE(warns(read_dtrace(copied), "dtrace.lost_keys"));
}

TEST_CASE("stacks that lose their symbols between prints are not added to what they were", "[dtrace]") {
  const std::string named = "\n" + stack_record(stack_a, "3") + stack_record(stack_c, "22");
  const std::string gone =
      "\n" + stack_record(stack_c, "25") + stack_record(frame_line("0x7a32fc") + frame_line("0x7a3000"), "4");
  const Outcome outcome =
      read_with(quiet("profile-97 { @[ustack()] = count(); } tick-1s { printa(@); }\n"), named + gone);
  CHECK(stacks_of(set_of(outcome)) == Lines{"m`a;m`b 0", "m`a;m`c 25", "0x7a3000;0x7a32fc 4"});
  CHECK(warns(outcome, "dtrace.printed_again"));
}

TEST_CASE("normalize() divides the unit of times", "[dtrace]") {
  const auto unit = [](const std::string& normalize) {
    const std::string program = "io:::done { @t[execname] = sum(timestamp - self->ts); } END { " + normalize + " }\n";
    return set_of(read_with(program, "\n" + row("ls", "45"))).profiles()[0].value_types[0].unit;
  };
  CHECK(unit("") == "nanoseconds");
  CHECK(unit("normalize(@t, 1000);") == "microseconds");
  CHECK(unit("normalize(@t, 1000000);") == "milliseconds");
  CHECK(unit("normalize(@t, 1000000000);") == "seconds");
  CHECK(unit("normalize(@t, 1024);") == "count");
}

TEST_CASE("an input that ends in the table of a single CPU is cut", "[dtrace]") {
  const std::string table = table_head() + table_row("0", "0") + table_row("1", "2") + table_row("2", "0") + "\n";
  const std::string whole = "\n" + text_key("sh") + "\n" + table + "    [CPU 0]\n" + table;
  CHECK(warns(read_dtrace(whole + "    [CPU 1]\n"), "dtrace.truncated"));
  CHECK(warns(read_dtrace(whole + "    [CPU 1]\n" + table_head() + table_row("0", "0")), "dtrace.truncated"));
  CHECK(!warns(read_dtrace(whole), "dtrace.truncated"));
}

TEST_CASE("a number that ends the input may be a key of a record that was cut", "[dtrace]") {
  const std::string table = "\n" + table_head() + table_row("1", "3") + table_row("2", "0") + "\n";
  const std::string whole = "\n\n" + stack_a + number_key(64, 16) + table;
  CHECK(warns(read_dtrace(whole + "\n" + value_line("64")), "dtrace.leading_stacks"));
  CHECK_FALSE(warns(read_dtrace(whole + "\n" + value_line("64") + "\n"), "dtrace.leading_stacks"));
}

TEST_CASE("marks where lines of a stack are left out are a warning", "[dtrace]") {
  const auto cut = [](const std::string& mark) {
    return "\n" + frame_line("p`a") + mark + "\n" + frame_line("p`main") + value_line("7") + "\n" + stack_a +
           value_line("9");
  };
  for (const std::string mark : {"--", "[...]", "[snip]", "              [...]", "              ...",
                                 "              <snip>", "              [... 3 frames]"}) {
    INFO(mark);
    const Outcome outcome = read_dtrace(cut(mark));
    REQUIRE(warns(outcome, "dtrace.elided"));
    CHECK(finding(outcome, "dtrace.elided")->where.line == 3);
    CHECK(stacks_of(set_of(outcome)) == Lines{"p`main 7", "m`a;m`b 9"});
  }
  CHECK(stacks_of(set_of(read_dtrace(cut("              etc")))).front() == "p`main;etc;p`a 7");
  // A program may print it between stacks that have no values.
  const std::string program = quiet("profile-97 { @[ustack()] = count(); printf(\"--\\n\"); }\n");
  CHECK_FALSE(warns(read_with(program, cut("--")), "dtrace.elided"));
  CHECK_FALSE(warns(read_dtrace("\n" + stack_a + "--\n\n" + stack_c + "--\n"), "dtrace.elided"));
}

}  // namespace profconv::test
