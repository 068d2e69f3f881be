// SPDX-License-Identifier: Apache-2.0
// Text and numbers that actions of the D program print beside the stacks of ustack().
#include <algorithm>
#include <string>

#include "support/catch.h"
#include "support/fixtures.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

const Lines both = {"m`a;m`b 2", "m`a;m`c 1"};

/// A clause with these actions, and an aggregation.
std::string clause(const std::string& actions, const std::string& aggregation = "") {
  return "io:::start { " + actions + " " + aggregation + " }\n";
}

bool is_silent(const Outcome& outcome) {
  return std::none_of(outcome.diagnostics.begin(), outcome.diagnostics.end(),
                      [](const Diagnostic& each) { return each.severity != Severity::note; });
}

/// What dtrace prints of `@[ustack()]` at its end.
const std::string at_end = "\n" + stack_record(stack_a, "7") + stack_record(stack_c, "5");
const Lines values = {"m`a;m`b 7", "m`a;m`c 5"};

}  // namespace

TEST_CASE("text of the D program ends the stack of an action above it", "[dtrace]") {
  const std::string counts = "@[ustack()] = count();";
  const std::string above = clause("printf(\"%s write %d\", execname, arg0); ustack();", counts);
  const std::string text = "sh write 88\n" + stack_a + "ls write 9\n" + stack_c + "sh write 1\n" + stack_a;
  const std::string below = clause("ustack(); printf(\"by %s\", execname);", counts);
  const std::string texts_below = "\n" + stack_a + "by sh\n" + stack_c + "by ls\n" + stack_a + "by sh\n";
  for (const auto& [program, actions] : {std::pair(above, text), std::pair(below, texts_below)}) {
    const Outcome outcome = read_with(quiet(program), actions + at_end);
    CHECK(is_silent(outcome));
    CHECK(stacks_of(set_of(outcome), 0) == both);
    CHECK(stacks_of(set_of(outcome), 1) == values);
  }
}

TEST_CASE("text among the frames of an action's stack is a warning where the D program does not decide", "[dtrace]") {
  const std::string text = "sh 1\n" + stack_a + "ls 2\n" + stack_c + at_end;
  CHECK(warns(read_with(quiet(clause("printf(\"%s\", x); ustack();", "@[ustack()] = count();")), text),
              "dtrace.lost_line"));
  CHECK(warns(read_dtrace(text), "dtrace.lost_line"));
}

TEST_CASE("a record that text like that of the D program interrupts is a warning", "[dtrace]") {
  const std::string program = quiet(clause("ustack(); printf(\"by %s\", execname);", "@[ustack()] = count();"));
  const std::string cut = "\n\n" + frame_line("m`b+0x1") + "by sh\n" + frame_line("m`a+0x2") + value_line("7");
  CHECK(warns(read_with(program, cut + stack_record(stack_c, "5")), "dtrace.lost_line"));
  const Outcome outcome =
      read_with(program, "\n\n" + stack_a + "by sh\n" + value_line("7") + stack_record(stack_c, "5"));
  CHECK(stacks_of(set_of(outcome)) == values);
}

TEST_CASE("numbers that actions print below a stack are no values", "[dtrace]") {
  const std::string probe = "  0   2899                      write:entry \n";
  const std::string heading = "CPU     ID                    FUNCTION:NAME\n";
  const auto fired = [&](const std::string& stack, const std::string& number) {
    return probe + stack + value_line(number);
  };
  const std::string text = heading + fired(stack_a, "88") + fired(stack_c, "99") + fired(stack_a, "1") + "\n";
  for (const std::string& action : {std::string("trace(arg2);"), std::string("printf(\"%16d\", arg2);")}) {
    const Outcome alone = read_with(clause("ustack(); " + action), text);
    CHECK(is_silent(alone));
    CHECK(profiles_of(alone).size() == 1);
    CHECK(stacks_of(set_of(alone)) == both);
    const Outcome outcome = read_with(clause("ustack(); " + action, "@[ustack()] = count();"), text + at_end);
    CHECK(stacks_of(set_of(outcome), 0) == both);
    CHECK(stacks_of(set_of(outcome), 1) == values);
    const Outcome scalar = read_with(clause("ustack(); " + action, "@ = count();"), text + "\n" + value_line("3"));
    CHECK(is_silent(scalar));
    CHECK(stacks_of(set_of(scalar), 0) == both);
    CHECK(totals_of(scalar) == std::vector<std::int64_t>{3, 3});
  }
}

TEST_CASE("text of the D program at the indentation of frames is no frame", "[dtrace]") {
  const std::string program = clause("ustack(); printf(\"%16d bytes\\n\", arg2);");
  const std::string text = "\n" + stack_a + frame_line("88 bytes") + "\n" + stack_c + frame_line("99 bytes") + "\n" +
                           stack_a + frame_line(" 1 bytes") + "\n";
  const Outcome outcome = read_with(quiet(program), text);
  CHECK(is_silent(outcome));
  CHECK(stacks_of(set_of(outcome)) == both);
}

TEST_CASE("text below the stack of an action heads no print unless the D program prints headings", "[dtrace]") {
  const std::string actions = "ustack(); printf(\"%16d bytes\", arg2);";
  const std::string text = "\n" + stack_a + frame_line("88 bytes") + at_end;
  const std::string counts = "@sizes[ustack()] = count();";
  const std::string headed = clause(actions, counts) + "END { printf(\"%d bytes\", x); printa(@sizes); }\n";
  for (const std::string& program : {clause(actions, counts), headed}) {
    const ProfileSet set = set_of(read_with(quiet(program), text));
    REQUIRE(set.profiles().size() == 2);
    CHECK(set.profiles()[1].name == "sizes");
  }
}

TEST_CASE("text right above stacks of actions is no key where the D program prints none", "[dtrace]") {
  const std::string program = quiet(clause("printf(\"%s write %d\", execname, arg0); ustack();"));
  const Outcome outcome =
      read_with(program, "sh write 88\n" + stack_a + "ls write 9\n" + stack_c + "sh write 1\n" + stack_a);
  CHECK(is_silent(outcome));
  CHECK(stacks_of(set_of(outcome)) == both);
}

TEST_CASE("text of the D program that an input begins with is no key", "[dtrace]") {
  const std::string program =
      quiet(clause("printf(\"%s write %d\", execname, arg0); ustack();", "@[execname, ustack()] = count();"));
  const std::string record = text_key("sh") + "\n" + stack_a + value_line("7");
  CHECK(is_silent(read_with(program, "sh write 88\n" + stack_a + "\n" + record)));
}

TEST_CASE("what trace() prints is no record of a format", "[dtrace]") {
  const std::string text =
      "CPU     ID                    FUNCTION:NAME\n  0   2899                      write:entry      " +
      std::string("           77\n\n") + row("sh", "5");
  CHECK(is_silent(read_with(clause("trace(arg2);", "@[execname] = count();"), text)));
  CHECK(warns(read_with(clause("", "@[execname] = count();"), text), "dtrace.text_numbers"));
}

TEST_CASE("what a program prints of a process called dtrace is no message of dtrace", "[dtrace]") {
  const std::string program = quiet(clause("printf(\"%s: \", execname); ustack();"));
  const std::string text = "sh: \n" + stack_a + "dtrace: \n" + stack_c + "ls: \n" + stack_a;
  CHECK(stacks_of(set_of(read_with(program, text))) == both);
  const std::string drops = "dtrace: 5 drops on CPU 0\n";
  CHECK(warns(read_with(program, text + drops), "dtrace.drops"));
  const std::string any = quiet(clause("printf(\"%s: %s\\n\", execname, probefunc); ustack();"));
  CHECK(warns(read_with(any, "sh: write\n\n" + stack_a + drops + "ls: write\n\n" + stack_c), "dtrace.drops"));
}

}  // namespace profconv::test
