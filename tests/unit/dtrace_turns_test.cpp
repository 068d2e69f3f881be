// SPDX-License-Identifier: Apache-2.0
// Which print of a D program a record is of, where several print alike, and what a print without records does.
#include <string>

#include "support/catch.h"
#include "support/fixtures.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

std::string quiet(const std::string& program) { return "#pragma D option quiet\n" + program; }

std::string table(const std::string& low, const std::string& high) {
  return "\n" + table_head() + table_row(low, "3") + table_row(high, "0") + "\n";
}

}  // namespace

TEST_CASE("the text that a program prints above an aggregation tells which it is", "[dtrace]") {
  const std::string program = quiet(
      "syscall::read:entry { @reads[probefunc] = count(); }\n"
      "syscall::write:entry { @writes[probefunc] = count(); }\n"
      "tick-1s { printf(\"READS\\n\"); printa(@reads); printf(\"%Y writes:\\n\", walltimestamp); printa(@writes);\n"
      "  clear(@reads); clear(@writes); }\n");
  // In the second interval nothing was read.
  const std::string text = "READS\n\n" + row("sh", "1") + "2026 May  3 10:11:01 writes:\n\n" + row("sh", "20") +
                           "READS\n\n2026 May  3 10:11:02 writes:\n\n" + row("sh", "300");
  const Outcome outcome = read_with(program, text);
  CHECK(profiles_of(outcome) == Lines{"reads: sh=1", "writes: sh=320"});
  CHECK(finding(outcome, "dtrace.turns") == nullptr);
}

TEST_CASE("a print without a heading is not one that has one", "[dtrace]") {
  const std::string program = quiet(
      "syscall::read:entry { @reads[probefunc] = count(); }\n"
      "syscall::write:entry { @writes[probefunc] = count(); }\n"
      "tick-1s { printf(\"READS\\n\"); printa(@reads); printa(@writes); clear(@reads); clear(@writes); }\n");
  const std::string text = "READS\n\n" + row("sh", "1") + "\n" + row("sh", "20") + "READS\n\n" + row("sh", "300");
  const Outcome outcome = read_with(program, text);
  CHECK(profiles_of(outcome) == Lines{"reads: sh=301", "writes: sh=20"});
  // If nothing was read in an interval, what was written is below the heading.
  CHECK(finding(outcome, "dtrace.turns") != nullptr);
}

TEST_CASE("prints that only their turns tell apart are a warning", "[dtrace]") {
  const std::string program = quiet(
      "syscall::read:entry { @reads[probefunc] = count(); }\n"
      "syscall::write:entry { @writes[probefunc] = count(); }\n"
      "tick-1s { printa(@reads); printa(@writes); clear(@reads); clear(@writes); }\n");
  const Outcome outcome = read_with(program, "\n" + row("sh", "1") + "\n" + row("sh", "20"));
  CHECK(profiles_of(outcome) == Lines{"reads: sh=1", "writes: sh=20"});
  REQUIRE(finding(outcome, "dtrace.turns") != nullptr);
  CHECK(finding(outcome, "dtrace.turns")->severity == Severity::data_loss);
  CHECK(finding(outcome, "dtrace.turns")->message.starts_with("@reads and @writes print alike in turns"));
}

TEST_CASE("a last print that other records are of is none of those before", "[dtrace]") {
  const std::string program = quiet(
      "io:::start { @bytes[self->name] = sum(arg2); }\n"
      "sched:::on-cpu { @calls[self->port] = sum(arg2); }\n"
      "tick-1s { printa(@calls); }\n");
  const std::string port = number_key(8080, 8);
  const std::string text = "\n" + port + value_line("5") + "\n" + port + value_line("9") + "\n" + row("disk", "7");
  CHECK(profiles_of(read_with(program, text)) == Lines{"calls: 8080=9", "bytes: disk=7"});
}

TEST_CASE("samples with times that the next print shows again are replaced", "[dtrace]") {
  const std::string program = quiet(
      "syscall:::entry { @a[timestamp, probefunc] = count(); }\n"
      "tick-1s { printa(@a); }\n");
  const std::string first = number_key(1'342'824'687'454, 16) + text_key("sh");
  const std::string second = number_key(2'123'086'289'474, 16) + text_key("sh");
  const std::string text = "\n" + first + value_line("1") + "\n" + first + value_line("4") + second + value_line("2");
  const ProfileSet set = set_of(read_with(program, text));
  REQUIRE(set.profiles().size() == 1);
  CHECK(set.profiles()[0].samples.values[0] == std::vector<std::int64_t>{4, 2});
}

TEST_CASE("buckets that only a later print has are kept where samples have times", "[dtrace]") {
  const std::string program = quiet(
      "syscall:::entry { @a[timestamp] = lquantize(arg0, 0, 100, 10); }\n"
      "tick-1s { printa(@a); }\n");
  const std::string key = number_key(1'342'824'687'454, 16);
  const std::string grown =
      "\n" + table_head() + table_row("10", "2") + table_row("20", "3") + table_row("30", "0") + "\n";
  const ProfileSet set = set_of(read_with(program, "\n" + key + table("20", "30") + "\n" + key + grown));
  REQUIRE(set.profiles().size() == 1);
  CHECK(total(set.profiles()[0], 0) == 5);
}

TEST_CASE("buckets tell distributions of different functions apart", "[dtrace]") {
  const std::string program = quiet(
      "syscall:::entry { @steps[probefunc] = lquantize(arg0, 0, 100, 10); @powers[probefunc] = quantize(arg0); }\n");
  const std::string powers = "\n" + table_head() + table_row("1", "1") + table_row("2", "0") + table_row("4", "2") +
                             table_row("8", "0") + "\n";
  const std::string text =
      "\n" + text_key("sh") + table("30", "40") + text_key("ls") + table("50", "60") + text_key("at") + powers;
  const ProfileSet set = set_of(read_with(program, text));
  REQUIRE(set.profiles().size() == 2);
  CHECK(total(set.profiles()[0], 0) == 6);
  CHECK(total(set.profiles()[1], 0) == 3);
  CHECK(set.profiles()[1].name == "powers");
}

TEST_CASE("with aggsortrev dtrace prints its aggregations in reverse as it ends", "[dtrace]") {
  const std::string program =
      quiet("#pragma D option aggsortrev\nsyscall:::entry { @a[probefunc] = count(); @b[probefunc] = count(); }\n");
  const std::string text = "\n" + row("sh", "9") + row("ls", "5") + row("sh", "8") + row("ls", "1");
  CHECK(profiles_of(read_with(program, text)) == Lines{"b: sh=9 ls=5", "a: sh=8 ls=1"});
}

TEST_CASE("a minimum of 0 that may be a key's absence is a warning", "[dtrace]") {
  const std::string program = quiet(
      "syscall:::entry { @least[probefunc] = min(arg0); @calls[probefunc] = count(); }\n"
      "tick-1s { printa(@least, @calls); clear(@least); clear(@calls); }\n");
  const auto values = [](std::string_view one, std::string_view two) {
    return text_key("sh") + number_key(std::stoll(std::string(one)), 16) + value_line(two);
  };
  const Outcome absent = read_with(program, "\n" + values("0", "3") + "\n" + values("58", "1"));
  CHECK(finding(absent, "dtrace.absent_keys") != nullptr);
  const Outcome present = read_with(program, "\n" + values("7", "3") + "\n" + values("58", "1"));
  CHECK(finding(present, "dtrace.absent_keys") == nullptr);
}

TEST_CASE("a key named cpu is not taken for the CPU of -x aggpercpu", "[dtrace]") {
  const std::string program = quiet("syscall:::entry { @a[cpu] = count(); }\n");
  const std::string text =
      "\n" + number_key(3, 8) + value_line("9") + "    [CPU 0]" + value_line("4") + "    [CPU 3]" + value_line("5");
  CHECK(profiles_of(read_with(program, text)) == Lines{"a: 3=9"});
}

TEST_CASE("a padded empty key of a format is not the indentation of default form", "[dtrace]") {
  const std::string program = quiet(
      "tick-10ms { @[self->name] = count(); }\n"
      "io:::start { @b[pid, ustack()] = max(arg2); }\n"
      "END { printa(@b); printa(\"%5s %@d\\n\", @); }\n");
  const ProfileSet set = set_of(read_with(program, "\n      255\n" + stack_a + value_line("358") + "job-0 7\n"));
  REQUIRE(set.profiles().size() == 2);
  CHECK(stacks_of(set, 0) == Lines{"m`a;m`b 358"});
  CHECK(stacks_of(set, 1) == Lines{" 7"});
}

TEST_CASE("a record of a format that looks like a line of -F is a record", "[dtrace]") {
  CHECK(stacks_of(set_of(read_dtrace("37 | job-1\n38 | x\n", {{"printa", "%@d | %s\\n"}}))) == Lines{" 37", " 38"});
}

}  // namespace profconv::test
