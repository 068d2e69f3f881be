// SPDX-License-Identifier: Apache-2.0
// Which aggregation a record is of: told by the D program, by the options, or by the records themselves.
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/fixtures.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

const std::string two = "syscall::: { @a[probemod] = count(); @b[probefunc] = count(); }\n";

}  // namespace

TEST_CASE("what a program prints as it exits is told from what dtrace prints at its end", "[dtrace]") {
  const std::string text = "\n" + row("sh", "1") + row("ls", "2") + "\n" + row("read", "5") + row("ls", "7");
  for (const std::string end : {"tick-10s { printa(@a); exit(0); }", "END { printa(@a); }",
                                "tick-10s { printa(@a); }\ntick-10s { exit(0); }"}) {
    INFO(end);
    const Outcome outcome = read_with(two + end, text);
    CHECK(outcome.diagnostics.empty());
    const ProfileSet set = set_of(outcome);
    REQUIRE(set.profiles().size() == 2);
    CHECK(set.profiles()[0].name == "a");
    CHECK(stacks_of(set, 0) == Lines{" 1", " 2"});
    CHECK(set.profiles()[1].name == "b");
    CHECK(stacks_of(set, 1) == Lines{" 5", " 7"});
  }
}

TEST_CASE("the last print is dtrace's own where the program repeats the others", "[dtrace]") {
  const auto print = [](std::string_view value) { return "\n" + row("sh", value) + row("ls", value); };
  const std::string text = print("1") + print("2") + print("3") + "\n" + row("read", "50") + row("sh", "70");
  const ProfileSet last = set_of(read_with(two + "tick-1s { printa(@a); }", text));
  REQUIRE(last.profiles().size() == 2);
  CHECK(stacks_of(last, 0) == Lines{" 3", " 3"});
  CHECK(stacks_of(last, 1) == Lines{" 50", " 70"});
  const ProfileSet sums = set_of(read_with(two + "tick-1s { printa(@a); clear(@a); }\nEND { printa(@b); }", text));
  REQUIRE(sums.profiles().size() == 2);
  CHECK(sums.profiles()[1].name == "b");
  CHECK(stacks_of(sums, 0) == Lines{" 6", " 6"});
}

TEST_CASE("one aggregation that two clauses print is one profile", "[dtrace]") {
  const std::string text = "\n" + row("sh", "1") + "\n" + row("sh", "2") + "\n" + row("sh", "9");
  const Outcome outcome =
      read_with("syscall::: { @a[probemod] = count(); }\ntick-1s { printa(@a); }\nEND { printa(@a); }", text);
  CHECK(profiles_of(outcome) == Lines{"a: sh=9"});
}

TEST_CASE("headings that differ in digits are of the aggregations that the program prints under them", "[dtrace]") {
  const std::string program =
      two + "tick-10s { printf(\"data #1:\\n\"); printa(@a); printf(\"data #2:\\n\"); printa(@b); exit(0); }";
  const std::string text = "data #1:\n\n" + row("sh", "1") + row("ls", "2") + "data #2:\n\n" + row("sh", "5");
  const Outcome outcome = read_with(program, text);
  const ProfileSet set = set_of(outcome);
  REQUIRE(set.profiles().size() == 2);
  CHECK(stacks_of(set, 0) == Lines{" 1", " 2"});
  CHECK(set.profiles()[1].name == "b");
  CHECK(stacks_of(set, 1) == Lines{" 5"});
  const Outcome alone = read_dtrace(text);
  REQUIRE(finding(alone, "dtrace.printed_again") != nullptr);
  CHECK(finding(alone, "dtrace.printed_again")->severity == Severity::data_loss);
}

TEST_CASE("values that fall split no print that is sorted by key", "[dtrace]") {
  const std::string first = row("a", "5") + row("b", "3") + row("c", "4");
  const std::string second = row("a", "50") + row("b", "30") + row("c", "40");
  const Lines apart{"a: a=5 b=3 c=4", "b: a=50 b=30 c=40"};
  const std::string program =
      "#pragma D option aggsortkey\nsyscall::: { @a[probemod] = count(); @b[probemod] = sum(arg0); }";
  CHECK(profiles_of(read_with(program, "\n" + first + second)) == apart);
  // The option may also be given on the command line, which the script does not show.
  CHECK(profiles_of(read_with(program.substr(program.find('\n')), "\n" + first + second)) == apart);
  const Outcome one = read_with("#pragma D option aggsortkey\nsyscall::: { @a[probemod] = count(); }", "\n" + first);
  CHECK(profiles_of(one) == Lines{"a: a=5 b=3 c=4"});
  CHECK(one.diagnostics.empty());
}

TEST_CASE("values that rise split a print that is sorted in reverse", "[dtrace]") {
  const std::string program =
      "#pragma D option aggsortrev\nsyscall::: { @a[probemod] = count(); @b[probefunc] = count(); }";
  CHECK(profiles_of(read_with(program, "\n" + row("a", "5") + row("b", "3") + row("c", "4") + row("d", "2"))) ==
        Lines{"b: a=5 b=3", "a: c=4 d=2"});
}

TEST_CASE("the options split aggregations of equal shape as the program does", "[dtrace]") {
  const std::string text = row("a", "5") + row("b", "9") + row("a", "1000") + row("b", "700");
  const DTraceSettings named{{"aggregations", "count,sum"}};
  for (const std::string& printed :
       {"\n" + text, "\n" + text.substr(0, text.size() / 2) + "\n" + text.substr(text.size() / 2)}) {
    const Outcome outcome = read_dtrace(printed, named);
    const ProfileSet set = set_of(outcome);
    REQUIRE(set.profiles().size() == 2);
    CHECK(set.profiles()[0].value_types[0].type == "samples");
    CHECK(set.profiles()[1].value_types[0].type == "sum");
    CHECK(profiles_of(outcome) == Lines{": a=5 b=9", ": a=1000 b=700"});
    CHECK(outcome.diagnostics.empty());
  }
  const Outcome fewer = read_dtrace("\n" + row("a", "5"), named);
  REQUIRE(finding(fewer, "dtrace.aggregations") != nullptr);
  CHECK(finding(fewer, "dtrace.aggregations")->severity == Severity::data_loss);
}

TEST_CASE("a key that repeats in a print begins another aggregation", "[dtrace]") {
  std::string text = "\n";
  for (const std::string_view value : {"60", "10", "5", "25", "7", "6"}) text += row("sh", value);
  const Outcome six = read_dtrace(text);
  CHECK(profiles_of(six) == Lines{": sh=60", ": sh=10", ": sh=5", ": sh=25", ": sh=7", ": sh=6"});
  REQUIRE(finding(six, "dtrace.same_keys") != nullptr);
  CHECK(finding(six, "dtrace.same_keys")->severity == Severity::data_loss);
  CHECK(profiles_of(read_dtrace(text, {{"prints", "add"}})) == Lines{": sh=113"});
  const std::string stacks = "\n" + stack_record(stack_a, "300") + stack_record(stack_c, "500");
  const ProfileSet both = set_of(read_dtrace(stacks + stack_record(stack_a, "3") + stack_record(stack_c, "5")));
  REQUIRE(both.profiles().size() == 2);
  CHECK(stacks_of(both, 1) == Lines{"m`a;m`b 3", "m`a;m`c 5"});
}

TEST_CASE("aggregations of different keys are split where the values start over", "[dtrace]") {
  const std::string text = "\n" + row("bash", "1") + row("ssh", "4") + row("vim", "9") + row("cron", "1") +
                           row("bash", "2") + row("vim", "3") + row("top", "8");
  CHECK(profiles_of(read_dtrace(text)) == Lines{": bash=1 ssh=4 vim=9", ": cron=1 bash=2 vim=3 top=8"});
}

TEST_CASE("a few keys that look alike within a print are added with a warning", "[dtrace]") {
  std::string text = "\n" + row("x", "1") + row("x", "1");
  for (const std::string_view key : {"b", "c", "d", "d", "e", "f", "g"}) text += row(key, "2");
  const Outcome outcome = read_dtrace(text);
  CHECK(profiles_of(outcome) == Lines{": x=2 b=2 c=2 d=4 e=2 f=2 g=2"});
  const Diagnostic* const repeated = finding(outcome, "dtrace.repeated_keys");
  REQUIRE(repeated != nullptr);
  CHECK(repeated->severity == Severity::data_loss);
  CHECK(repeated->where.line == 3);
  CHECK(repeated->message.starts_with("2 keys appear again in one print"));
}

TEST_CASE("stacks that look alike time and again as values rise are those of threads", "[dtrace]") {
  const auto text_of = [](int turns, std::string_view last) {
    std::string text = "\n";
    for (int turn = 0; turn < turns; ++turn) {
      text += stack_record(stack_a, "2");
      for (const char name : {'x', 'y', 'z'}) {
        text += stack_record(frame_line(std::string("m`") + name + std::to_string(turn) + "+0x1"), "2");
      }
    }
    return text + stack_record(stack_c, last);
  };
  const Outcome of_threads = read_dtrace(text_of(9, "7"));
  const Lines stacks = stacks_of(set_of(of_threads));
  REQUIRE(stacks.size() == 29);
  CHECK(stacks.front() == "m`a;m`b 18");
  CHECK(of_threads.diagnostics.empty());
  CHECK(finding(read_dtrace(text_of(5, "7")), "dtrace.repeated_keys") != nullptr);
  const std::string heading = "CPU     ID                    FUNCTION:NAME\n";
  CHECK(finding(read_dtrace(heading + text_of(5, "7") + heading + text_of(5, "7")), "dtrace.repeated_keys") != nullptr);
  CHECK(finding(read_dtrace(text_of(9, "1")), "dtrace.repeated_keys") != nullptr);
}

TEST_CASE("keys are compared with their offsets", "[dtrace]") {
  const std::string other = frame_line("m`b+0x9") + frame_line("m`a+0x2");
  const Outcome outcome = read_dtrace("\n" + stack_record(stack_a, "3") + stack_record(other, "4"));
  CHECK(stacks_of(set_of(outcome)) == Lines{"m`a;m`b 7"});
  CHECK(outcome.diagnostics.empty());
}

TEST_CASE("keys that are printed apart within a print are not printed again", "[dtrace]") {
  const std::string text = "\n" + row("sh", "3") + number_key(7, 8) + value_line("9") + row("ls", "4");
  CHECK(finding(read_dtrace(text), "dtrace.repeated_keys") == nullptr);
  CHECK(finding(read_dtrace(text), "dtrace.same_keys") == nullptr);
}

TEST_CASE("a line with a probe begins another print", "[dtrace]") {
  const std::string probe = "  0   3973                         :tick-1s \n";
  const std::string text =
      "CPU     ID                    FUNCTION:NAME\n" + probe + value_line("5") + "\n" + probe + value_line("9") + "\n";
  const std::string counts = "syscall::: { @ = count(); }\ntick-1s { printa(@); ";
  CHECK(stacks_of(set_of(read_dtrace(text, {{"prints", "last"}}))) == Lines{" 9"});
  CHECK(stacks_of(set_of(read_with(counts + "}", text))) == Lines{" 9"});
  CHECK(stacks_of(set_of(read_with(counts + "clear(@); }", text))) == Lines{" 14"});
}

TEST_CASE("a probe's line and a number name no profile", "[dtrace]") {
  const std::string probe = "CPU     ID                    FUNCTION:NAME\n  0      2                             :END ";
  CHECK(set_of(read_dtrace(probe + "END OF RUN\n\n" + row("sh", "3"))).profiles()[0].name.empty());
  CHECK(set_of(read_dtrace("17\n\n" + row("sh", "3"))).profiles()[0].name.empty());
  CHECK(set_of(read_dtrace("reads:\n\n" + row("sh", "3"))).profiles()[0].name == "reads");
}

TEST_CASE("a format that cannot be read skips its printa() alone", "[dtrace]") {
  const Outcome outcome = read_with(
      two + "tick-10s { printa(\"%q %@d\\n\", @a); printa(\"%s: %@d\\n\", @b); exit(0); }", "read: 5\nls: 7\n");
  CHECK(stacks_of(set_of(outcome)) == Lines{" 5", " 7"});
  CHECK(set_of(outcome).profiles()[0].name == "b");
  REQUIRE(finding(outcome, "dtrace.script_format") != nullptr);
  CHECK(finding(outcome, "dtrace.script_format")->message ==
        "skipped printa(\"%q %@d\\n\") of the D program: its format cannot be read");
}

TEST_CASE("values of one printa() after a text key are proposed, and read as the options name them", "[dtrace]") {
  const std::string text = "\n" + text_key("sh") + number_key(3, 16) + value_line("300") + text_key("ls") +
                           number_key(5, 16) + value_line("500");
  const Outcome plain = read_dtrace(text);
  REQUIRE(finding(plain, "dtrace.several_values") != nullptr);
  CHECK(finding(plain, "dtrace.several_values")->message.size() <= 120);
  const ProfileSet set = set_of(read_dtrace(text, {{"aggregations", "count+sum"}}));
  REQUIRE(set.profiles().size() == 1);
  CHECK(set.profiles()[0].samples.values == std::vector<std::vector<std::int64_t>>{{3, 5}, {300, 500}});
  CHECK(labels_of(set, 0, 0) == "key1=sh");
}

TEST_CASE("a key that the program writes as a number has no name", "[dtrace]") {
  const Outcome outcome =
      read_with("BEGIN { @a[\"foo\", 789] = sum(1); }", "\n" + text_key("foo") + number_key(789, 8) + value_line("1"));
  CHECK(labels_of(set_of(outcome), 0, 0) == "key1=foo;key2=789");
}

TEST_CASE("one format prints one aggregation several times, and several once", "[dtrace]") {
  const std::string program =
      "BEGIN { @ = sum(94); printa(\"%@d %@d\\n\", @, @); printa(\"%@d %@d\\n\", @); exit(0); }";
  CHECK(total(set_of(read_with(program, "94 94\n94 94\n")).profiles()[0], 0) == 94);
}

TEST_CASE("keys that the program writes as text tell aggregations of equal shape apart", "[dtrace]") {
  const std::string program =
      "profile-97 { @s[\"sum\"] = sum(-7); @m[\"the\\tmost\"] = max(-2); @n[\"none\"] = count(); @a[\"avg\"] = "
      "avg(-4); }";
  const Outcome outcome = read_with(program, "\n" + row("sum", "-99") + row("the\tmost", "-2") + row("avg", "-4"));
  const ProfileSet set = set_of(outcome);
  REQUIRE(set.profiles().size() == 3);
  CHECK(set.profiles()[0].name == "s");
  CHECK(set.profiles()[1].name == "m");
  CHECK(set.profiles()[1].value_types[0].type == "max");
  CHECK(set.profiles()[2].name == "a");
  CHECK(outcome.diagnostics.empty());
}

TEST_CASE("an aggregation without records that prints like another one is reported", "[dtrace]") {
  const Outcome outcome = read_with(two, "\n" + row("sh", "1") + row("ls", "2"));
  REQUIRE(finding(outcome, "dtrace.alike") != nullptr);
  CHECK(finding(outcome, "dtrace.alike")->severity == Severity::data_loss);
  CHECK(finding(outcome, "dtrace.alike")->message.starts_with("found no records of @b, which prints like @a"));
}

TEST_CASE("what one clause prints again is not missing under the other's name", "[dtrace]") {
  const std::string program = two + "tick-1s { printa(@a); printa(@b); }\nEND { printa(@a); }";
  const std::string text = "\n" + row("sh", "1") + "\n" + row("read", "2") + "\n" + row("sh", "3") + "\n" +
                           row("read", "4") + "\n" + row("sh", "5") + "\n";
  const Outcome outcome = read_with(program, text);
  CHECK(outcome.diagnostics.empty());
  CHECK(stacks_of(set_of(outcome), 0) == Lines{" 5"});
  CHECK(stacks_of(*outcome.set, 1) == Lines{" 4"});
}

TEST_CASE("keys that still repeat after a split, and a boundary without a sign, are reported", "[dtrace]") {
  // The second aggregation may begin with any of the records of 2.
  const Outcome outcome = read_with(two, "\n" + row("k0", "1") + row("k2", "2") + row("k1", "2") + row("k2", "7"));
  REQUIRE(finding(outcome, "dtrace.alike") != nullptr);
  CHECK(finding(outcome, "dtrace.alike")->where.line == 5);
  // Of three runs the program names two.
  const std::string run = row("k0", "1") + row("k1", "2");
  const Outcome three = read_with(two, "\n" + run + run + run);
  CHECK((finding(three, "dtrace.repeated_keys") != nullptr || finding(three, "dtrace.alike") != nullptr));
}

TEST_CASE("a long print without repeats waits for nothing, and a long second run is split off", "[dtrace]") {
  std::string first = "\n";
  std::string second;
  for (int i = 0; i < 5000; ++i) {
    first += row("k" + std::to_string(i), std::to_string(i % 7));
    second += row("k" + std::to_string(i), std::to_string(1000 + i));
  }
  const ProfileSet one = set_of(read_dtrace(first));
  REQUIRE(one.profiles().size() == 1);
  CHECK(total(one.profiles()[0], 0) == 14995);
  const ProfileSet both = set_of(read_dtrace("\n" + second + second));
  REQUIRE(both.profiles().size() == 2);
  CHECK(both.profiles()[1].samples.size() == 5000);
}

TEST_CASE("a print in the order of its values is not split by its keys without a warning", "[dtrace]") {
  const Outcome outcome =
      read_with(two, "\n" + row("k0", "1") + row("k2", "3") + row("k3", "3") + row("k4", "35") + row("k2", "37"));
  REQUIRE(set_of(outcome).profiles().size() == 2);
  REQUIRE(finding(outcome, "dtrace.alike") != nullptr);
}

TEST_CASE("a format is told by the names of its values, also where texts are several words", "[dtrace]") {
  std::string text;
  for (const auto& [name, values] :
       {std::pair("GC Thread#0", " TID:2 COUNT:60"), std::pair("java", " TID:3 COUNT:4"),
        std::pair("kworker/0:1H", " TID:17 COUNT:5"), std::pair("VM Periodic Tas", " TID:5 COUNT:7")}) {
    text.append("\nNAME:").append(name).append(values).append("\n\nm`b+0x1\nm`a+0x2\n");
  }
  const ProfileSet set = set_of(read_dtrace(text));
  REQUIRE(set.profiles().size() == 1);
  CHECK(total(set.profiles()[0], 0) == 76);
  CHECK(labels_of(set, 0, 0) == "key1=GC Thread#0;key2=2");
  CHECK(labels_of(set, 0, 2) == "key1=kworker/0:1H;key2=17");
}

}  // namespace profconv::test
