// SPDX-License-Identifier: Apache-2.0
// Several recordings in one file, as `dtrace -q -o FILE` appends them: nothing in the text says where the second
// begins, except what the D program can print only once, or cannot print at all.
#include <string>

#include "support/catch.h"
#include "support/fixtures.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

const std::string counting = "io:::start { @a[probefunc] = count(); }\n";
const std::string summing = "io:::start { @a[probefunc] = sum(arg0); }\n";
const std::string ticking = "tick-1s { printa(@a); } tick-2s { exit(0); }\n";

/// Two prints of one key, and the line that dtrace prints as it exits.
std::string two_prints(const std::string& first, const std::string& second) {
  return "\n" + row("read", first) + "\n" + row("read", second) + "\n";
}

}  // namespace

TEST_CASE("the text of BEGIN shows where another recording begins", "[dtrace]") {
  const std::string program = quiet("BEGIN { printf(\"Tracing... Hit Ctrl-C to end.\\n\"); }\n" + counting + ticking);
  const std::string text = "Tracing... Hit Ctrl-C to end.\n";
  const Outcome outcome = read_with(program, text + two_prints("2", "5") + text + two_prints("9", "10"));
  CHECK(profiles_of(outcome) == Lines{"a: read=15"});
  CHECK(finding(outcome, "dtrace.appended") != nullptr);
  CHECK_FALSE(warns(outcome, "dtrace.printed_again"));
}

TEST_CASE("text that BEGIN and another clause print shows no recording", "[dtrace]") {
  const std::string program =
      quiet("BEGIN { printf(\"t\\n\"); }\n" + counting + "tick-1s { printf(\"t\\n\"); printa(@a); }\n");
  const Outcome outcome = read_with(program, "t\nt\n\n" + row("read", "2") + "t\n\n" + row("read", "5"));
  CHECK(profiles_of(outcome) == Lines{"a: read=5"});
  CHECK(finding(outcome, "dtrace.appended") == nullptr);
}

TEST_CASE("a key that the D program never drops and that is gone is a warning", "[dtrace]") {
  const std::string lost = "\n" + row("read", "2") + row("open", "3") + "\n" + row("open", "4");
  CHECK(warns(read_with(quiet(counting + ticking), lost), "dtrace.printed_again"));
  CHECK(warns(read_with(quiet(counting + "tick-1s { printa(@a); clear(@a); }\n"), lost), "dtrace.printed_again"));
  CHECK_FALSE(warns(read_with(quiet(counting + "tick-1s { printa(@a); trunc(@a); }\n"), lost), "dtrace.printed_again"));
  const std::string kept = "\n" + row("read", "2") + row("open", "3") + "\n" + row("read", "2") + row("open", "4");
  CHECK_FALSE(warns(read_with(quiet(counting + ticking), kept), "dtrace.printed_again"));
}

TEST_CASE("a sum that falls though nothing clears it is a warning", "[dtrace]") {
  const auto warned = [](const std::string& second) {
    return warns(read_with(quiet(summing + ticking), two_prints("4462", second)), "dtrace.printed_again");
  };
  CHECK(warned("2"));
  CHECK_FALSE(warned("6007"));
}

TEST_CASE("an empty line that the D program does not explain is a warning", "[dtrace]") {
  const std::string text = two_prints("2", "5") + two_prints("9", "10");
  const auto warned = [&](const std::string& program, const std::string& of) {
    return warns(read_with(quiet(program), of), "dtrace.printed_again");
  };
  CHECK(warned(counting + ticking, text));
  CHECK_FALSE(warned(counting + ticking, "\n\n" + row("read", "2") + "\n" + row("read", "5")));
  const std::string other = "io:::done { @b = count(); } tick-1s { printa(@b); }\n";
  CHECK_FALSE(warned(counting + other + ticking, text));
  CHECK_FALSE(warned(counting + "tick-1s { printf(\"\\n\"); printa(@a); }\n", text));
}

TEST_CASE("an empty line between rows of a format is a warning", "[dtrace]") {
  const std::string program = quiet(counting + "tick-1s { printa(\"%s=%@d\\n\", @a); } tick-2s { exit(0); }\n");
  CHECK(warns(read_with(program, "read=2\nread=5\n\nread=9\nread=10\n\n"), "dtrace.printed_again"));
  CHECK_FALSE(warns(read_with(program, "read=2\nread=5\nread=9\nread=10\n\n"), "dtrace.printed_again"));
}

TEST_CASE("an aggregation that one of the recordings lacks is a warning", "[dtrace]") {
  const std::string program =
      quiet("io:::start { @a[probefunc] = min(arg0); @b[probefunc] = sum(arg0); } tick-1s { exit(0); }\n");
  const std::string whole = "\n" + row("read", "3") + row("open", "1");
  CHECK_FALSE(warns(read_with(program, whole), "dtrace.alike"));
  CHECK(warns(read_with(program, whole + "\n" + row("read", "-47") + row("open", "28066")), "dtrace.alike"));
}

TEST_CASE("values of several recordings are a warning if nothing says what they are", "[dtrace]") {
  const std::string run =
      "CPU     ID                    FUNCTION:NAME\n  1   3973                         :tick-1s \n\n";
  const std::string text = run + row("read", "3") + run + row("read", "4");
  CHECK(warns(read_dtrace(text), "dtrace.appended"));
  CHECK_FALSE(warns(read_dtrace(text, {{"aggregations", "count"}}), "dtrace.appended"));
  CHECK_FALSE(warns(read_with(summing, text), "dtrace.appended"));
  CHECK(profiles_of(read_with("io:::start { @a[probefunc] = max(arg0); }\n", text)) == Lines{"a: read=4"});
}

TEST_CASE("a print that END makes once begins another recording if it comes again", "[dtrace]") {
  const std::string program = quiet(
      "io:::start { @a[probefunc] = stddev(arg0); @b[probefunc] = stddev(arg1); } tick-1s { exit(0); }\n"
      "END { printa(@b); printa(@a); }\n");
  const auto run = [](const std::string& of_b, const std::string& of_a) {
    return "\n\n" + row("read", of_b) + "\n" + row("read", of_a);
  };
  CHECK(profiles_of(read_with(program, run("25", "3") + run("101", "4"))) == Lines{"b: read=101", "a: read=4"});
}

TEST_CASE("a symbol without its trailing blanks is the key of the table right below it", "[dtrace]") {
  const std::string table = table_head() + table_row("0", "0") + table_row("1", "3") + table_row("2", "0");
  const ProfileSet set = set_of(read_dtrace("\n  node`uv_run\n" + table + "\n  libc.so.6`read\n" + table));
  CHECK(stacks_of(set) == Lines{" 0", " 3", " 0", " 0", " 3", " 0"});
  CHECK_THAT(labels_of(set, 0, 1), contains("key1=node`uv_run"));
  CHECK_THAT(labels_of(set, 0, 4), contains("key1=libc.so.6`read"));
}

TEST_CASE("text right below a table may be a key of a format", "[dtrace]") {
  const std::string table = table_head() + table_row("0", "0") + table_row("1", "3") + table_row("2", "0");
  const Outcome outcome = read_dtrace("\n" + table + ", bash calls\n\n" + table + ", sh calls\n");
  CHECK(warns(outcome, "dtrace.text_keys"));
  CHECK_FALSE(warns(read_dtrace("\n" + table + "\nbash calls\n"), "dtrace.text_keys"));
}

namespace {

const std::string tables =
    "io:::start { @lat = lquantize(arg2, 0, 100, 10);\n"
    "             @b[ustack(6), (int64_t)arg1, stack()] = lquantize(arg2, 0, 100, 10); }\n";

std::string table_of(const std::string& bucket, const std::string& count) {
  return "\n" + table_head() + table_row(bucket, count) + table_row("50", "0") + "\n";
}

/// A record of @b with two empty stacks.
std::string keyed_table(std::int64_t key) { return "\n" + number_key(key, 16) + "\n" + table_of("40", "1"); }

}  // namespace

TEST_CASE("a number one empty line above a table is a key where printa() prints the values without keys", "[dtrace]") {
  const std::string program = quiet(tables + "io:::start { @n = count(); }\ndtrace:::END { printa(@n); }\n");
  const std::string run = "\n" + value_line("9") + "\n" + table_of("40", "3") + keyed_table(1048576);
  CHECK(totals_of(read_with(program, run)) == std::vector<std::int64_t>{9, 3, 1});
  CHECK_FALSE(warns(read_with(program, run), "dtrace.alike"));
  CHECK(totals_of(read_with(program, run + run)) == std::vector<std::int64_t>{18, 6, 2});
}

TEST_CASE("a number above a table that may be a key or another recording's value is a warning", "[dtrace]") {
  const std::string program = quiet("io:::start { @n = count(); }\n" + tables);
  CHECK(warns(read_with(program, "\n" + value_line("9") + table_of("40", "3") + keyed_table(1048576)), "dtrace.alike"));
  CHECK_FALSE(warns(read_with(program, "\n" + value_line("9") + table_of("40", "3")), "dtrace.alike"));
}

TEST_CASE("a format that is printed at the end shows where a recording ends", "[dtrace]") {
  const std::string program = quiet(
      "io:::start { @d[\"job-0\"] = count(); @lat[ustack()] = count(); @a[ustack()] = max(arg0); }\n"
      "tick-1s { printa(@lat); trunc(@lat); }\n"
      "END { printa(\"[%s | %@d\\n\", @d); }\n");
  const auto print = [](const std::string& frame, const std::string& value) {
    return "\n" + stack_record(frame_line("a.out`" + frame), value);
  };
  const std::string first = print("f2", "1") + print("f2", "2") + "[job-0 | 63\n" + print("f5", "7");
  const std::string second = print("f2", "4") + print("f2", "60") + "[job-0 | 10\n" + print("f5", "24");
  CHECK(totals_of(read_with(program, first + second)) == std::vector<std::int64_t>{67, 73, 24});
  // Without a last print an empty line more is there.
  const std::string without = print("f2", "1") + "[job-0 | 63\n\n";
  CHECK(totals_of(read_with(program, without + second)) == std::vector<std::int64_t>{73, 65, 24});
}

TEST_CASE("a recording may begin with the stack of an action", "[dtrace]") {
  const std::string program = "io:::start { @a[probefunc] = count(); }\ntick-1s { ustack(); printa(@a); }\n";
  const auto recording = [](const std::string& value) {
    return "CPU     ID                    FUNCTION:NAME\n  1   3973                         :tick-1s \n" + stack_a +
           "\n" + row("sh", value) + "\n";
  };
  CHECK(totals_of(read_with(program, recording("5") + recording("7"))) == std::vector<std::int64_t>{2, 12});
}

TEST_CASE("what a program prints as it ends shows where a recording ends, with a warning", "[dtrace]") {
  const auto is_appended = [](const std::string& clauses, const std::string& text, std::int64_t total) {
    const Outcome outcome = read_with(quiet(summing + clauses), text);
    CHECK(totals_of(outcome).back() == total);
    return warns(outcome, "dtrace.printed_again");
  };
  const std::string done = two_prints("2", "5") + "done\n" + two_prints("9", "10") + "done\n";
  CHECK(is_appended("tick-1s { printa(@a); } tick-2s { printf(\"done\\n\"); exit(0); }\n", done, 15));
  CHECK(is_appended("tick-1s { printa(@a); } END { printf(\"%s\\n\", \"done\"); }\n", done, 15));
  // Another clause prints that, too.
  const std::string each_time = "\n" + row("read", "2") + "done\n\n" + row("read", "5") + "done\ndone\n\n";
  const std::string clauses = "tick-1s { printa(@a); printf(\"done\\n\"); } END { printf(\"done\\n\"); }\n";
  CHECK_FALSE(is_appended(clauses, each_time, 5));
  // END prints the aggregation below it.
  const std::string headed = "\n" + row("read", "2") + "\n" + row("read", "5") + "done\n\n" + row("read", "5") + "\n";
  CHECK_FALSE(is_appended("tick-1s { printa(@a); } END { printf(\"done\\n\"); printa(@a); }\n", headed, 5));
}

TEST_CASE("the stack of an action along with exit() ends a recording", "[dtrace]") {
  const std::string program = quiet(summing + "tick-1s { printa(\"%s=%@d\\n\", @a); } tick-2s { stack(); exit(0); }\n");
  const Outcome outcome = read_with(program, "read=2\nread=5\n" + stack_a + "\nread=9\nread=10\n" + stack_a + "\n");
  CHECK(totals_of(outcome) == std::vector<std::int64_t>{15, 2});
  CHECK(warns(outcome, "dtrace.printed_again"));
  CHECK_FALSE(warns(read_with(program, "read=2\nread=5\n" + stack_a + "\n"), "dtrace.printed_again"));
}

TEST_CASE("what END prints begins another recording after what dtrace prints as it ends", "[dtrace]") {
  const std::string program = quiet(
      "io:::start { @a[ustack()] = count(); }\nio:::done { @b[ustack()] = count(); }\nEND { printf(\"bye\"); }\n");
  const auto of = [](const std::string& frame, const std::string& value) {
    return stack_record(frame_line("a.out`" + frame), value);
  };
  const std::string first = "bye\n" + of("f1", "3") + of("f2", "7") + of("f1", "5");
  CHECK(totals_of(read_with(program, first)) == std::vector<std::int64_t>{10, 5});
  CHECK(totals_of(read_with(program, first + "bye\n" + of("f3", "9") + of("f1", "2"))) ==
        std::vector<std::int64_t>{19, 7});
}

TEST_CASE("recordings whose probes print text add without the D program, too", "[dtrace]") {
  const auto recording = [](const std::string& value) {
    return "CPU     ID                    FUNCTION:NAME\n  1      2                             :END done\n\n\n" +
           stack_record(stack_a, value) + stack_record(stack_c, value + "0");
  };
  CHECK(totals_of(read_dtrace(recording("1") + recording("3"))) == std::vector<std::int64_t>{44});
}

TEST_CASE("an empty line above rows of a format with a stack at the end of a line is a warning", "[dtrace]") {
  const auto warned = [](const std::string& format, const std::string& record) {
    const std::string program =
        quiet("io:::start { @a[execname, ustack()] = count(); }\ntick-1s { printf(\"--\\n\"); printa(\"" + format +
              "\", @a); }\n");
    const auto print = [&](const std::string& value) { return "--\n" + record + value + "\n"; };
    const std::string text = print("2") + print("5") + "\n" + print("6") + print("9");
    return warns(read_with(program, text), "dtrace.printed_again");
  };
  const std::string frames = "m`b+0x1\nm`a+0x2\n";
  CHECK(warned("%s%k%@d\\n", "sh\n" + frames));
  // The stack itself begins with one.
  CHECK_FALSE(warned("%k%s %@d\\n", "\n" + frames + "sh "));
}

TEST_CASE("text of BEGIN with numbers shows where another recording begins", "[dtrace]") {
  const auto is_found = [](const std::string& begin, const std::string& others, const std::string& one,
                           const std::string& two) {
    const std::string program = quiet("BEGIN { printf(\"" + begin + "\\n\"); }\n" + counting + others + ticking);
    const Outcome outcome = read_with(program, one + "\n" + two_prints("2", "5") + two + "\n" + two_prints("9", "10"));
    return profiles_of(outcome) == Lines{"a: read=15"};
  };
  CHECK(is_found("Tracing %d for %d s", "", "Tracing 17 for 5 s", "Tracing 1800 for 5 s"));
  CHECK(is_found("%Y start", "", "2026 Nov 30 00:18:25 start", "2026 Nov 30 00:19:25 start"));
  // A format without words could print it, too, but hardly does.
  CHECK(
      is_found("Tracing...", "io:::done { printf(\"%s %s\\n\", execname, probefunc); }\n", "Tracing...", "Tracing..."));
  CHECK_FALSE(is_found("Tracing %d", "io:::done { printf(\"Tracing %d\\n\", pid); }\n", "Tracing 1", "Tracing 2"));
}

TEST_CASE("text of BEGIN below records begins another recording, though the first one lacks it", "[dtrace]") {
  const std::string program = quiet("BEGIN { printf(\"Tracing...\\n\"); }\n" + counting + ticking);
  const Outcome outcome = read_with(program, two_prints("2", "5") + "Tracing...\n" + two_prints("9", "10"));
  CHECK(profiles_of(outcome) == Lines{"a: read=15"});
}

TEST_CASE("an action's stack may stand between the text of BEGIN and the first print", "[dtrace]") {
  const std::string program =
      quiet("BEGIN { printf(\"Tracing...\\n\"); }\n" + counting +
            "io:::done { ustack(); }\ntick-1s { printa(\"%s=%@d\\n\", @a); } tick-2s { exit(0); }\n");
  const Outcome outcome =
      read_with(program, "Tracing...\nread=4\nread=6\n\nTracing...\n\n" + stack_a + "read=12\nread=13\n\n");
  CHECK(totals_of(outcome) == std::vector<std::int64_t>{19, 1});
}

TEST_CASE("where trunc() can have dropped nothing, values that fall are a warning", "[dtrace]") {
  const std::string program = quiet(counting + "tick-1s { printa(@a); trunc(@a, 10); } tick-2s { exit(0); }\n");
  const auto print = [](const std::string& read, const std::string& open) {
    return "\n" + row("read", read) + row("open", open);
  };
  CHECK(warns(read_with(program, print("13", "14") + print("17", "20") + print("9", "12") + "\n"),
              "dtrace.printed_again"));
  CHECK_FALSE(warns(read_with(program, print("13", "14") + print("17", "20") + "\n"), "dtrace.printed_again"));
}

}  // namespace profconv::test
