// SPDX-License-Identifier: Apache-2.0
// Which print of a D program a record is of, where several print alike, and what a print without records does.
#include <string>

#include "support/catch.h"
#include "support/fixtures.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

std::string table(const std::string& low, const std::string& high) {
  return "\n" + table_head() + table_row(low, "3") + table_row(high, "0") + "\n";
}

bool has_turns(const Outcome& outcome) {
  const Diagnostic* const found = finding(outcome, "dtrace.turns");
  return found != nullptr && found->severity == Severity::data_loss;
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
  const std::string text =
      "READS\n\n" + row("sh", "1") + "\n" + row("sh", "20") + "READS\n\n" + row("sh", "300") + "\n" + row("sh", "4");
  const Outcome outcome = read_with(program, text);
  CHECK(profiles_of(outcome) == Lines{"reads: sh=301", "writes: sh=24"});
  // If nothing was read in an interval, what was written is below the heading, after one more empty line.
  CHECK(finding(outcome, "dtrace.turns") == nullptr);
  CHECK(finding(read_with(program, text + "READS\n\n\n" + row("sh", "1")), "dtrace.turns") != nullptr);
}

TEST_CASE("the text above a print in a format tells which it is", "[dtrace]") {
  const std::string program = quiet(
      "syscall::read:entry { @r[probefunc] = count(); } syscall::write:entry { @w[probefunc] = count(); }\n"
      "tick-1s { printf(\"READ\\n\"); printa(\"%-8s %@5d\\n\", @r); printf(\"WRITE\\n\"); printa(\"%-8s %@5d\\n\", "
      "@w);\n"
      "  trunc(@r); trunc(@w); }\n");
  const std::string text =
      "READ\na            5\nb            6\nWRITE\na           50\nc           60\n"
      "READ\nWRITE\na           70\n"
      "READ\na            1\nWRITE\n";
  CHECK(profiles_of(read_with(program, text)) == Lines{"r: a=6 b=6", "w: a=120 c=60"});
}

TEST_CASE("tables of a lost form are told apart by the lines above them", "[dtrace]") {
  const std::string text =
      "EXEC    PID    COUNT\nsh       17        3\ncat      20        9\nls       21       12\n\n"
      "EXEC    PID    BYTES\nsh       17       30\ncat      20       90\nvi       22      900\n\n";
  const ProfileSet set = set_of(read_dtrace(text));
  REQUIRE(set.profiles().size() == 2);
  CHECK(total(set.profiles()[0], 0) == 24);
  CHECK(total(set.profiles()[1], 0) == 1020);
}

TEST_CASE("prints that only an assumption tells apart are a warning", "[dtrace]") {
  const std::string both = "syscall:::entry { @a[pid] = count(); @b[pid] = sum(arg0); }\n";
  const std::string text = "\n" + number_key(7, 8) + value_line("1") + "\n" + number_key(7, 8) + value_line("900");
  // In one clause an empty print is an empty line more.
  const std::string turns = "tick-1s { printa(@a); printa(@b); trunc(@a); trunc(@b); }";
  CHECK(read_with(quiet(both + turns), text).diagnostics.empty());
  CHECK(has_turns(read_with(quiet(both + turns + "END { printa(@a); }"), text + text + "\n\n")));
  // Clauses of different probes do not take turns for certain.
  CHECK(has_turns(
      read_with(quiet(both + "tick-1s { printa(@a); trunc(@a); } tick-3s { printa(@b); trunc(@b); }"), text)));
  CHECK(
      has_turns(read_with(quiet(both + "tick-1s { printa(@a); trunc(@a); if (n) { printa(@b); trunc(@b); } }"), text)));
  // A heading above one of them is missing where the other is printed as dtrace ends.
  const std::string headed = "tick-1s { printf(\"A\\n\"); printa(@a); trunc(@a); } END { printa(@b); }";
  CHECK(has_turns(read_with(quiet(both + headed), "A\n" + text)));
  // A format leaves nothing where it prints no record.
  const std::string format = "tick-1s { printa(\"%d %@d\\n\", @a); printa(\"%d %@d\\n\", @b); trunc(@a); trunc(@b); }";
  CHECK(has_turns(read_with(quiet(both + format), "7 1\n7 900\n")));
}

TEST_CASE("counts that fall were cleared, or are another recording's", "[dtrace]") {
  const std::string text = "\n" + row("read", "3") + "\n" + row("read", "7") + "\n" + row("read", "5");
  const std::string count = "syscall:::entry { @a[probefunc] = count(); } tick-1s { printa(@a); } ";
  for (const std::string clear : {"", "tick-2s { clear(@a); }", "tick-1s /n > 2/ { trunc(@a); }"}) {
    INFO(clear);
    const Outcome outcome = read_with(quiet(count + clear), text);
    CHECK(profiles_of(outcome) == Lines{"a: read=12"});
    REQUIRE(finding(outcome, "dtrace.printed_again") != nullptr);
    CHECK(finding(outcome, "dtrace.printed_again")->severity == Severity::data_loss);
  }
  CHECK(profiles_of(read_with(quiet(count + "tick-1s { clear(@a); }"), text)) == Lines{"a: read=15"});
  // The option goes before what the falls say.
  const std::string at_times = quiet(count + "tick-2s { clear(@a); }");
  CHECK(profiles_of(read_with(at_times, text, {{"prints", "last"}})) == Lines{"a: read=5"});
  CHECK(profiles_of(read_with(at_times, text, {{"prints", "add"}})) == Lines{"a: read=15"});
  // What is printed once, in END, is printed twice where two recordings follow one another.
  const std::string once = "syscall:::entry { @a[probefunc] = count(); } END { printa(@a); }";
  CHECK(profiles_of(read_with(quiet(once), text)) == Lines{"a: read=15"});
}

TEST_CASE("prints that take turns are a warning if one may have been empty", "[dtrace]") {
  const std::string program = quiet(
      "syscall::read:entry { @reads[probefunc] = count(); }\n"
      "syscall::write:entry { @writes[probefunc] = count(); }\n"
      "tick-1s { printa(@reads); printa(@writes); clear(@reads); clear(@writes); }\n");
  const std::string interval = "\n" + row("sh", "1") + "\n" + row("sh", "20");
  const Outcome whole = read_with(program, interval + interval);
  CHECK(profiles_of(whole) == Lines{"reads: sh=2", "writes: sh=40"});
  CHECK(whole.diagnostics.empty());
  const Outcome gap = read_with(program, interval + "\n" + interval);
  REQUIRE(finding(gap, "dtrace.turns") != nullptr);
  CHECK(finding(gap, "dtrace.turns")->severity == Severity::data_loss);
  CHECK(finding(gap, "dtrace.turns")->message.starts_with("@reads and @writes print alike in turns"));
}

TEST_CASE("a last print found in other records is not assigned to an earlier print", "[dtrace]") {
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

TEST_CASE("an empty line at the end shows that dtrace printed nothing after it", "[dtrace]") {
  const std::string program = quiet(
      "syscall::read:entry { @r[probefunc] = count(); }\n"
      "syscall::write:entry { @w[probefunc] = count(); }\n"
      "tick-1s { printa(@r); trunc(@r); }\n");
  const std::string ticks = "\n" + row("cat", "6") + "\n" + row("cat", "2");
  CHECK(profiles_of(read_with(program, ticks)) == Lines{"r: cat=6", "w: cat=2"});
  const Outcome nothing = read_with(program, ticks + "\n");
  CHECK(profiles_of(nothing) == Lines{"r: cat=8"});
  CHECK(finding(nothing, "dtrace.alike") != nullptr);
}

TEST_CASE("prints that wait stay before those that need not", "[dtrace]") {
  const std::string program = quiet(
      "BEGIN { printf(\"Start tracing...\\n\"); }\n"
      "profile-97 { @b[probefunc] = count(); }\n"
      "syscall:::entry { @reads[probefunc] = avg(arg2); }\n"
      "tick-1s { printa(@b); }\n"
      "END { printf(\"--- %d ---\\n\", ++n); printa(@reads); }\n");
  const std::string text =
      "Start tracing...\n\n" + row("sh", "2") + "\n" + row("sh", "3") + "--- 2 ---\n\n" + row("ls", "70");
  CHECK(profiles_of(read_with(program, text)) == Lines{"b: sh=3", "reads: ls=70"});
}

TEST_CASE("empty lines that may be empty stacks or not are a warning", "[dtrace]") {
  const std::string text = "\n\n" + stack_a + value_line("44") + "\n" + value_line("61864");
  const std::string apart = quiet(
      "syscall:::entry { @c[ustack()] = count(); }\nio:::start { @d = count(); }\n"
      "END { printa(@c); printa(@d); }\n");
  CHECK(finding(read_with(apart, text), "dtrace.leading_stacks") != nullptr);
  const std::string keyed = quiet("syscall:::entry { @a[ustack()] = count(); @c[arg0, ustack()] = count(); }\n");
  const Outcome key =
      read_with(keyed, "\n\n" + stack_a + value_line("5") + "\n" + value_line("2243") + value_line("2"));
  CHECK(finding(key, "dtrace.leading_stacks") != nullptr);
}

TEST_CASE("an aggregation that its clauses fill along with the one above is printed along with it", "[dtrace]") {
  const std::string program = quiet(
      "syscall:::entry { @c[ustack()] = count(); @d = count(); }\n"
      "END { printa(@c); printa(@d); }\n");
  const std::string stacks = "\n\n" + stack_a + value_line("44");
  const Outcome one = read_with(program, stacks + "\n" + value_line("44"));
  CHECK(totals_of(one) == std::vector<std::int64_t>{44, 44});
  CHECK(one.diagnostics.empty());
  // The first of two is an empty stack.
  const Outcome two = read_with(program, stacks + "\n" + value_line("50") + "\n" + value_line("94"));
  CHECK(totals_of(two) == std::vector<std::int64_t>{94, 94});
  CHECK(two.diagnostics.empty());
}

TEST_CASE("without the D program a last record with an empty stack may begin another print", "[dtrace]") {
  const std::string stacks = "\n\n" + stack_a + value_line("4") + "\n" + stack_c + value_line("7");
  CHECK(warns(read_dtrace(stacks + "\n" + value_line("11")), "dtrace.leading_stacks"));
  const std::string more = "\n" + frame_line("m`x+0x1") + value_line("12");
  CHECK(!warns(read_dtrace(stacks + "\n" + value_line("11") + more), "dtrace.leading_stacks"));
}

TEST_CASE("a normalized count is no time", "[dtrace]") {
  const std::string program =
      quiet("profile-997 { @c[probefunc] = count(); }\ntick-1s { normalize(@c, 10); printa(@c); }\n");
  const ProfileSet set = set_of(read_with(program, "\n" + row("sh", "3")));
  CHECK(set.profiles()[0].value_types.size() == 1);
  CHECK(set.profiles()[0].metadata.period == 0);
}

TEST_CASE("a date is one key of a format", "[dtrace]") {
  const std::string text = "2026 Nov 25 01:25:56 w                37\n";
  const ProfileSet set = set_of(read_dtrace(text, {{"printa", "%Y %-10s %@8d\\n"}}));
  CHECK(labels_of(set, 0, 0) == "key1=2026 Nov 25 01:25:56;key2=w");
  const ProfileSet named =
      set_of(read_with("tick-1s { @c[walltimestamp, probefunc] = count(); printa(\"%Y %-10s %@8d\\n\", @c); }", text));
  CHECK(total(named.profiles()[0], 0) == 37);
}

TEST_CASE("a number wider than a value is a warning", "[dtrace]") {
  const Outcome traced = read_dtrace("\n" + stack_a + "                  77\n");
  CHECK(finding(traced, "dtrace.wide_value") != nullptr);
  CHECK(finding(read_dtrace("\n" + stack_a + value_line("77")), "dtrace.wide_value") == nullptr);
}

TEST_CASE("an indentation that all lines share is removed, and no blank of a key", "[dtrace]") {
  const std::string text =
      "\n" + text_key("w") + "\n" + stack_a + value_line("5") + text_key("bash") + "\n" + stack_c + value_line("7");
  std::string indented;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    indented += "    " + text.substr(at, end - at + 1);
    at = end + 1;
  }
  const ProfileSet set = set_of(read_dtrace(indented));
  CHECK(stacks_of(set) == stacks_of(set_of(read_dtrace(text))));
  CHECK(labels_of(set, 0, 0) == "key1=w");
}

TEST_CASE("dates in skipped text are no records", "[dtrace]") {
  const std::string records = "\n" + row("sh", "3");
  const Outcome dated = read_dtrace("READS 2026 Nov 25 01:25:12\nat 2026 Nov  5 01:25:12\n" + records);
  CHECK(finding(dated, "dtrace.text_numbers") == nullptr);
  const Outcome told = read_with("tick-1s { printf(\"%d: %Y\\n\", n, walltimestamp); @a[probefunc] = count(); }",
                                 "7: 2026 Nov 25 01:25:12\n8: 2026 Nov 25 01:25:13\n" + records);
  CHECK(finding(told, "dtrace.text_numbers") == nullptr);
}

TEST_CASE("a key that looks like a probe is not a probe line", "[dtrace]") {
  const Outcome key = read_dtrace("\n" + row("0      1 :BEGIN", "199") + row("syscall::read:entry", "230"));
  CHECK(profiles_of(key) == Lines{": 0      1 :BEGIN=199 syscall::read:entry=230"});
  for (const std::size_t width : {31U, 32U}) {
    const std::string name = ":tick-60s";
    const std::string probe = "  0  64091 " + std::string(width - name.size(), ' ') + name + " \n";
    const Outcome outcome =
        read_dtrace("CPU     ID                    FUNCTION:NAME\n" + probe + "\n" + row("sh", "3"));
    CHECK(profiles_of(outcome) == Lines{": sh=3"});
    CHECK(finding(outcome, "dtrace.text_numbers") == nullptr);
  }
}

TEST_CASE("an empty line before text or a format may be a print without records", "[dtrace]") {
  const std::string clauses =
      "syscall:::entry { @c[probefunc] = max(arg0); @b[probefunc] = count(); @a[probefunc] = count(); }\n";
  const auto read = [&](const std::string& between, const std::string& shown) {
    const std::string program = quiet(clauses + "tick-1s { printa(@c); printa(@b); " + between + " clear(@b); }\n");
    // In the first interval @b has no records.
    return read_with(program,
                     "\n" + row("sh", "9") + "\n" + shown + "\n" + row("sh", "10") + "\n" + row("vi", "1") + shown);
  };
  CHECK(has_turns(read("printf(\"--\\n\");", "--\n")));
  CHECK(has_turns(read("printa(\"a> %s: %@d\\n\", @a);", "a> sh: 3\n")));
}

TEST_CASE("text right behind prints that take turns is no doubt", "[dtrace]") {
  const std::string program = quiet(
      "syscall:::entry { @c[probefunc] = max(arg0); @b[probefunc] = count(); }\n"
      "tick-1s { printa(@c); printa(@b); printf(\"--\\n\"); clear(@b); }\n");
  const std::string interval = "\n" + row("sh", "9") + "\n" + row("vi", "1") + "--\n";
  const Outcome outcome = read_with(program, interval + interval);
  CHECK(profiles_of(outcome) == Lines{"c: sh=9", "b: vi=2"});
  CHECK(finding(outcome, "dtrace.turns") == nullptr);
}

}  // namespace profconv::test
