// SPDX-License-Identifier: Apache-2.0
// What stands in DTrace's output beside records in default form: stacks as actions, values with their names, pictures.
#include <string>
#include <vector>

#include "support/catch.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

TEST_CASE("a stack that an action prints is one event", "[dtrace]") {
  const std::string texts[] = {
      "job-1 7\n\n" + stack_a + "job-2 7\n\n" + stack_c + "job-1 9\n\n" + stack_a,
      "hit: \n" + stack_a + "hit: \n" + stack_c + "hit: \n" + stack_a,
      "\n" + stack_a + "\n" + stack_c + "\n" + stack_a,
      "  7  16760                 read:entry hit\n\n" + stack_a + "\n  7  16760                 read:entry hit\n\n" +
          stack_c + "\n  7  16760                 read:entry hit\n\n" + stack_a + "\n",
  };
  for (const std::string& text : texts) {
    INFO(text);
    const Outcome outcome = read_dtrace(text);
    const ProfileSet set = set_of(outcome);
    REQUIRE(set.profiles().size() == 1);
    CHECK(set.profiles()[0].value_types == std::vector<ValueType>{{.type = "events", .unit = "count"}});
    CHECK(stacks_of(set) == Lines{"m`a;m`b 2", "m`a;m`c 1"});
    REQUIRE(finding(outcome, "dtrace.actions") != nullptr);
    CHECK(finding(outcome, "dtrace.actions")->message.find("3 stacks have no value") == 0);
  }
}

TEST_CASE("thousands of stacks without anything between them take no memory together", "[dtrace]") {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "\n" + (i % 2 == 0 ? stack_a : stack_c);
  CHECK(stacks_of(set_of(read_dtrace(text))) == Lines{"m`a;m`b 2500", "m`a;m`c 2500"});
}

TEST_CASE("events and an aggregation of one output are two profiles", "[dtrace]") {
  const std::string action = "job-1 7\n\n" + stack_a;
  const Outcome outcome = read_dtrace(action + action + "\n" + text_key("bash") + value_line("4"));
  const ProfileSet set = set_of(outcome);
  REQUIRE(set.profiles().size() == 2);
  CHECK(stacks_of(set, 0) == Lines{"m`a;m`b 2"});
  CHECK(stacks_of(set, 1) == Lines{" 4"});
}

TEST_CASE("what trace() prints before a stack is no key of it", "[dtrace]") {
  const std::string text = text_key("m`f") + "\n" + text_key("m") + "\n\n" + stack_a + "\n" + number_key(97, 8) +
                           text_key("m`f") + "\n" + stack_a + value_line("1234");
  const Outcome outcome = read_dtrace(text);
  const ProfileSet set = set_of(outcome);
  REQUIRE(set.profiles().size() == 2);
  CHECK(stacks_of(set, 0) == Lines{"m`a;m`b 1"});
  CHECK(stacks_of(set, 1) == Lines{"m`a;m`b 1234"});
  CHECK(labels_of(set, 1, 0) == "key1=97;key2=m`f");
  CHECK(finding(outcome, "dtrace.no_value") == nullptr);
}

TEST_CASE("among stacks with values one without has lost it", "[dtrace]") {
  const std::string valued = "\n" + stack_a + value_line("3");
  const Outcome outcome =
      read_dtrace("\n" + valued + valued + "\n" + stack_c + "\n\n\n\n\n\nthe end\n", {{"prints", "add"}});
  CHECK(stacks_of(set_of(outcome)) == Lines{"m`a;m`b 6"});
  REQUIRE(finding(outcome, "dtrace.no_value") != nullptr);
  CHECK(finding(outcome, "dtrace.no_value")->severity == Severity::error);
}

TEST_CASE("a stack cut by [...] has lost its value", "[dtrace]") {
  const Outcome alone = read_dtrace(stack_a + "[...]\n");
  CHECK_FALSE(alone.set.has_value());
  CHECK(alone.error.find("in.dtrace:3: ") == 0);
  const Outcome mixed = read_dtrace("\n" + stack_a + value_line("3") + "\n" + stack_c + "...\n");
  CHECK(stacks_of(set_of(mixed)) == Lines{"m`a;m`b 3"});
  CHECK(finding(mixed, "dtrace.no_value") != nullptr);
}

TEST_CASE("a value that is printed with the name of its aggregation has it", "[dtrace]") {
  const std::string rows = table_head() + table_row("0", "0") + table_row("1", "7") + table_row("2", "0") + "\n";
  const Outcome outcome = read_dtrace("@reads = 17\n@writes = -3\n@sizes = \n" + rows);
  const ProfileSet set = set_of(outcome);
  REQUIRE(set.profiles().size() == 3);
  CHECK(set.profiles()[0].name == "@reads");
  CHECK(stacks_of(set, 0) == Lines{" 17"});
  CHECK(set.profiles()[1].name == "@writes");
  CHECK(stacks_of(set, 1) == Lines{" -3"});
  CHECK(set.profiles()[2].name == "@sizes");
  CHECK(total(set.profiles()[2], 0) == 7);
}

TEST_CASE("a bar for each key (-x agghist) is a value for each key", "[dtrace]") {
  const std::string heading = "              key  ------------- Distribution ------------- count    \n";
  const Outcome outcome = read_dtrace("\n\n" + heading +
                                      "          demerit                @@@@@|                     -10      \n"
                                      "   non-diet pepsi                     |@@@@@                10       \n"
                                      "       SAML token |\xe2\x96\x88\xe2\x96\x88                      20       \n\n");
  const ProfileSet set = set_of(outcome);
  REQUIRE(set.profiles().size() == 1);
  CHECK(stacks_of(set) == Lines{" -10", " 10", " 20"});
  CHECK(labels_of(set, 0, 1) == "key1=non-diet pepsi");
  CHECK(labels_of(set, 0, 2) == "key1=SAML token");
}

TEST_CASE("of a packed distribution (-x aggpack) the total is read, and the rest said to be lost", "[dtrace]") {
  const Outcome outcome = read_dtrace(
      "\n\n              key  min .---. max  | count\n"
      "           mumble    0 : X : 2    | 100\n"
      "              foo    0 :\xe2\x96\x81\xe2\x96\x88 : 2    | 8\n\n"
      "\n     min .--------. max      | count\n"
      "   < -10 : V    X : >= 20    | 1\n");
  const ProfileSet set = set_of(outcome);
  REQUIRE(set.profiles().size() == 2);
  CHECK(stacks_of(set, 0) == Lines{" 100", " 8"});
  CHECK(labels_of(set, 0, 0) == "key1=mumble");
  CHECK(stacks_of(set, 1) == Lines{" 1"});
  CHECK(labels_of(set, 1, 0).empty());
  REQUIRE(finding(outcome, "dtrace.packed") != nullptr);
  CHECK(finding(outcome, "dtrace.packed")->severity == Severity::data_loss);
  CHECK(finding(outcome, "dtrace.packed")->where.line == 4);
}

TEST_CASE("outputs of two commands in one paste are two aggregations, named by the commands", "[dtrace]") {
  const std::string first = "# dtrace -n 'syscall:::entry { @[execname] = count(); }'\n";
  const std::string second = "# dtrace -n 'syscall:::entry { @[probefunc] = count(); }'\n";
  const std::string matched = "dtrace: description 'syscall:::entry ' matched 228 probes\n^C\n";
  const Outcome outcome = read_dtrace(first + matched + text_key("bash") + value_line("40") + second + matched +
                                      text_key("read") + value_line("3"));
  const ProfileSet set = set_of(outcome);
  REQUIRE(set.profiles().size() == 2);
  CHECK(set.profiles()[0].name.find("@[execname]") != std::string::npos);
  CHECK(set.profiles()[1].name.find("@[probefunc]") != std::string::npos);
}

TEST_CASE("an empty stack between a stack and a key is one where a record before had a stack there", "[dtrace]") {
  const std::string key = text_key("bash") + "\n" + frame_line("u`y+0x1");
  const Outcome outcome = read_dtrace("\n" + stack_a + "\n" + frame_line("k`x+0x1") + key + value_line("2") + "\n" +
                                      stack_a + "\n" + key + value_line("3"));
  CHECK(stacks_of(set_of(outcome)) == Lines{"u`y;k`x;m`a;m`b 2", "u`y;m`a;m`b 3"});
}

TEST_CASE("an empty stack before a key of bytes is one", "[dtrace]") {
  const std::string key =
      "\n             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef\n"
      "         0: 75 74 66 00                                      utf.\n";
  const Outcome outcome = read_dtrace("\n" + stack_a + "\n" + frame_line("k`x+0x1") + key + value_line("2") + "\n" +
                                      stack_a + "\n" + key + value_line("3"));
  const ProfileSet set = set_of(outcome);
  REQUIRE(set.profiles().size() == 1);
  CHECK(stacks_of(set) == Lines{"k`x;m`a;m`b 2", "m`a;m`b 3"});
  CHECK(labels_of(set, 0, 1) == "key1=utf");
}

TEST_CASE("a frame without module is told by the indentation of all frames, whatever it is", "[dtrace]") {
  for (const std::size_t width : {3U, 4U, 8U, 20U}) {
    const std::string indent(width, ' ');
    const std::string text = "\n\n" + indent + "Interpreter\n" + indent + "libjvm.so`JavaMain+0x1\n" + indent +
                             "libc.so.6`start_thread+0x30\n" + value_line("5");
    INFO(width);
    CHECK(stacks_of(set_of(read_dtrace(text))) == Lines{"libc.so.6`start_thread;libjvm.so`JavaMain;Interpreter 5"});
    const std::string short_text = "\n\n" + indent + "main\n" + value_line("5");
    const std::string program = "#pragma D option quiet\n#pragma D option stackindent=" + std::to_string(width) +
                                "\nprofile-97 { @[jstack()] = sum(arg0); }\n";
    CHECK(stacks_of(set_of(read_with(program, short_text))) == Lines{"main 5"});
  }
}

TEST_CASE("text within a stack without indentation may be a frame", "[dtrace]") {
  const std::string text = "\n\nlibc.so.6`read\nmain\nlibc.so.6`start_thread\n" + value_line("5");
  const Outcome outcome = read_dtrace(text);
  REQUIRE(finding(outcome, "dtrace.unindented_text") != nullptr);
  CHECK(finding(outcome, "dtrace.unindented_text")->where.line == 4U);
  const std::string program =
      "#pragma D option quiet\n#pragma D option stackindent=0\nprofile-97 { @[ustack()] = count(); }\n";
  CHECK(finding(read_with(program, text), "dtrace.program") != nullptr);
}

TEST_CASE("the end of the input below a frame of an action is a warning", "[dtrace]") {
  const std::string whole = "\n" + stack_a + "\n";
  CHECK(warns(read_dtrace(whole + "\n" + frame_line("m`b+0x1")), "dtrace.truncated"));
  CHECK_FALSE(warns(read_dtrace(whole + whole), "dtrace.truncated"));
}

TEST_CASE("stacks of actions that no empty line parts are a warning", "[dtrace]") {
  const std::string events = "\n" + stack_a + "\n\n" + stack_c + "\n";
  CHECK_FALSE(warns(read_dtrace(events), "dtrace.lost_line"));
  CHECK(warns(read_dtrace(stack_a + stack_c), "dtrace.lost_line"));
  const Outcome joined = read_dtrace(events + "\n" + stack_a + stack_c + "\n");
  REQUIRE(warns(joined, "dtrace.lost_line"));
  CHECK(finding(joined, "dtrace.lost_line")->where.line == 10);
  // Recursion, in stacks that the D program cuts at a depth.
  const std::string root = frame_line("m`a+0x2");
  const std::string deep = frame_line("m`d+0x1") + root + frame_line("m`b+0x1") + root;
  const std::string cut = frame_line("m`e+0x1") + frame_line("m`d+0x1") + frame_line("m`b+0x1") + root;
  CHECK_FALSE(warns(read_dtrace("\n" + cut + "\n\n" + cut + "\n\n" + deep + "\n"), "dtrace.lost_line"));
  CHECK_FALSE(warns(read_dtrace(events + "\n" + frame_line("m`b+0x1") + root + root + "\n"), "dtrace.lost_line"));
}

TEST_CASE("a first frame that lacks the blanks of the others may be cut", "[dtrace]") {
  const std::string below = frame_line("libc.so.6`main") + value_line("1");
  CHECK(warns(read_dtrace("bc.so.6`f\n" + below), "dtrace.truncated"));
  CHECK_FALSE(warns(read_dtrace(frame_line("libc.so.6`f") + below), "dtrace.truncated"));
}

TEST_CASE("a frame that lacks the blanks of the others may be other output", "[dtrace]") {
  for (const char* const output : {"0x7ffe55", "m`f"}) {
    const std::string stack = "\n\n" + frame_line("p`a+0x1") + output + "\n" + frame_line("p`main") + value_line("7");
    REQUIRE(warns(read_dtrace(stack), "dtrace.doubtful_frames"));
    CHECK(finding(read_dtrace(stack), "dtrace.doubtful_frames")->where.line == 4);
    const std::string leaf = std::string("\n\n") + output + "\n" + frame_line("p`main") + value_line("7");
    CHECK(warns(read_dtrace(leaf), "dtrace.doubtful_frames"));
  }
}

}  // namespace profconv::test
