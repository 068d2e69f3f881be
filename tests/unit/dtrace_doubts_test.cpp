// SPDX-License-Identifier: Apache-2.0
// Output of D programs that its text alone does not tell apart: what is read right all the same, and what is a warning.
#include <string>

#include "support/catch.h"
#include "support/fixtures.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

TEST_CASE("a sum that the last print shows as 0 is 0", "[dtrace]") {
  const std::string program = quiet("io:::start { @a[probefunc] = sum(arg0); } tick-1s { printa(@a); }\n");
  const std::string text = "\n" + row("sh", "7") + row("vi", "9") + "\n" + row("sh", "0") + row("vi", "9");
  const Outcome outcome = read_with(program, text);
  CHECK(profiles_of(outcome) == Lines{"a: sh=0 vi=9"});
  CHECK(outcome.diagnostics.empty());
}

TEST_CASE("a CPU whose part of a sum is 0 in the last print has 0", "[dtrace]") {
  const std::string program = quiet("io:::start { @a[probefunc] = sum(arg0); } tick-1s { printa(@a); }\n");
  const std::string text = "\n" + row("sh", "7") + "    [CPU 0]                3\n    [CPU 1]                4\n\n" +
                           "\n" + row("sh", "8") + "    [CPU 0]                0\n    [CPU 1]                8\n\n";
  const ProfileSet set = set_of(read_with(program, text));
  CHECK(total(set.profiles()[0], 0) == 8);
}

TEST_CASE("a count that is printed as 0 was cleared", "[dtrace]") {
  const std::string program =
      quiet("io:::start { @a[probefunc] = count(); } tick-1s { printa(@a); } tick-2s { clear(@a); }\n");
  const std::string text = "\n" + row("sh", "5") + "\n" + row("sh", "0") + "\n" + row("sh", "7");
  const Outcome outcome = read_with(program, text);
  CHECK(profiles_of(outcome) == Lines{"a: sh=12"});
  CHECK(warns(outcome, "dtrace.printed_again"));
}

TEST_CASE("an integer before an empty text key is no text", "[dtrace]") {
  const std::string text = "\n" + number_key(-35184372088755, 16) + text_key("") + value_line("5") + number_key(3, 16) +
                           text_key("sh") + value_line("7");
  CHECK(profiles_of(read_dtrace(text)) == Lines{": -35184372088755;key2==5 3;key2=sh=7"});
}

TEST_CASE("a library is a symbol whose function is not known", "[dtrace]") {
  const std::string program =
      quiet("io:::start { @b[sym(arg0)] = count(); @a[probefunc] = count(); } tick-1s { exit(0); }\n");
  const std::string text = "\n" + row("a.out`f", "3") + row("libjvm.so", "61") + row("sh", "2");
  CHECK(profiles_of(read_with(program, text)) == Lines{"b: a.out`f=3 libjvm.so=61", "a: sh=2"});
}

TEST_CASE("several distributions of one printa() without keys are a warning", "[dtrace]") {
  const std::string table = "\n" + table_head() + table_row("1", "3") + table_row("2", "0");
  const std::string clause = "io:::start { @a = quantize(arg0); @b = quantize(arg1); }\n";
  CHECK(warns(read_with(quiet(clause + "END { printa(@a, @b); }\n"), "\n" + table + table + "\n"), "dtrace.program"));
  CHECK(!warns(read_with(quiet(clause), "\n" + table + "\n" + table + "\n"), "dtrace.program"));
}

TEST_CASE("a minimum of 0 that joins another one may be a key's absence", "[dtrace]") {
  const std::string program = quiet(
      "io:::start { @a[ustack()] = count(); @b[ustack()] = min(arg0); } END { printa(\"%k %@d %@d\\n\", @a, @b); }\n");
  CHECK(warns(read_with(program, "\nm`f\n 0 16\n\nm`f+0x1\n 2 0\n"), "dtrace.absent_keys"));
  CHECK(!warns(read_with(program, "\nm`f\n 0 16\n\nm`g+0x1\n 2 0\n"), "dtrace.absent_keys"));
}

TEST_CASE("an empty line that printf() prints is no heading", "[dtrace]") {
  const std::string program = quiet(
      "io:::start { @l[probefunc] = max(arg0); @a[probefunc] = count(); @b[probefunc] = count(); }\n"
      "tick-1s { printf(\"one\\n\"); printa(@l); printf(\"\\n\"); printa(@a); }\n"
      "END { printf(\"READS\\n\"); printa(@b); }\n");
  const auto interval = [](const std::string& count) {
    return "one\n\n" + row("sh", "11") + "\n\n" + row("vi", count);
  };
  const Outcome outcome = read_with(program, interval("2") + interval("3") + "READS\n\n" + row("sh", "61"));
  CHECK(profiles_of(outcome) == Lines{"l: sh=11", "a: vi=3", "b: sh=61"});
}

TEST_CASE("numbers that are keys of one print and values of another are a warning", "[dtrace]") {
  const std::string clause =
      "io:::start { @a = count(); @b = min(arg0); @d[arg1] = count(); @s[probefunc] = count(); }\n";
  const std::string text = "\n" + number_key(9, 16) + value_line("3") + "\n" + number_key(50, 16) + value_line("2");
  CHECK(warns(read_with(quiet(clause + "END { printa(@a, @b); }\n"), text), "dtrace.program"));
  CHECK(!warns(read_with(quiet(clause + "END { printa(@a); printa(@b); }\n"), text), "dtrace.program"));
}

TEST_CASE("a record before a literal of the program that may be of the next aggregation is a warning", "[dtrace]") {
  const std::string program = quiet(
      "#pragma D option aggsortkey\n"
      "io:::start { @a[(int)arg0, \"io\"] = sum(arg1); @b[(int)arg0, probefunc] = count(); }\n");
  const auto read = [&](int second) {
    const auto record = [](int key, const std::string& name) { return number_key(key, 8) + row(name, "3"); };
    return read_with(program, "\n" + record(1, "io") + record(7, "io") + record(second, "sh"));
  };
  CHECK(warns(read(9), "dtrace.alike"));
  // Keys that start over begin another aggregation.
  CHECK(!warns(read(2), "dtrace.alike"));
}

TEST_CASE("a table before a bucket of another function that may be of the next aggregation is a warning", "[dtrace]") {
  const std::string program = quiet(
      "io:::start { @a[probefunc] = lquantize(arg0, 0, 100, 10); @b[probefunc] = llquantize(arg0, 10, 0, 2, 10); }\n");
  const auto table = [](const std::string& key, const std::string& label, const std::string& next) {
    return text_key(key) + "\n" + table_head() + table_row(label, "1") + table_row(next, "0") + "\n";
  };
  CHECK(warns(read_with(program, "\n" + table("sh", "10", "20") + table("vi", "70", "80") + table("sh", "300", "400")),
              "dtrace.alike"));
  CHECK(!warns(read_with(program, "\n" + table("sh", "10", "20") + table("vi", "70", "80") + table("sh", "5", "6")),
               "dtrace.alike"));
}

TEST_CASE("an empty text fills its column before a word of the format", "[dtrace]") {
  const std::string program =
      quiet("io:::start { @a[probefunc] = count(); } tick-1s { printa(\"%-8s, %@-4d times\\n\", @a); }\n");
  CHECK(profiles_of(read_with(program, "        , 1    times\nsh      , 2    times\n")) == Lines{"a: =1 sh=2"});
}

TEST_CASE("a row in the columns of default form is no record of a format without widths", "[dtrace]") {
  const std::string program = quiet(
      "io:::start { @b[probefunc] = count(); @c[probefunc] = max(arg0); }\n"
      "tick-1s { printa(\"  %s %@-8u\\n\", @b); printa(@c); exit(0); }\n");
  CHECK(profiles_of(read_with(program, "  sh 9       \n\n" + row("sh", "951") + row("vi", "959"))) ==
        Lines{"b: sh=9", "c: sh=951 vi=959"});
}

TEST_CASE("a text wider than its column may hold several blanks", "[dtrace]") {
  const std::string program =
      quiet("io:::start { @a[probefunc] = count(); } tick-1s { printa(\"%@d/%5s times\\n\", @a); }\n");
  CHECK(profiles_of(read_with(program, "3/0      1 :B times\n")) == Lines{"a: 0      1 :B=3"});
}

TEST_CASE("where the program is quiet no key is a probe", "[dtrace]") {
  const std::string program = quiet("io:::start { @a[probefunc] = count(); } tick-1s { printa(\"%s %@d\\n\", @a); }\n");
  CHECK(profiles_of(read_with(program, "0      1 :BEGIN sh 5\n")) == Lines{"a: 0      1 :BEGIN sh=5"});
}

TEST_CASE("text behind a probe is no record", "[dtrace]") {
  const std::string program =
      "io:::start { @a[probefunc] = count(); } END { printf(\"READS\\n\"); printa(\"  %@d %-8s\\n\", @a); }\n";
  const std::string text =
      "CPU     ID                    FUNCTION:NAME\n  1      2                             :END READS\n  1 sh      \n";
  CHECK(profiles_of(read_with(program, text)) == Lines{"a: sh=1"});
}

TEST_CASE("a print before records in a format is none of dtrace's at its end", "[dtrace]") {
  const std::string program = quiet(
      "io:::start { @m[uid] = max(arg0); @s[uid] = sum(arg0); @b[probefunc] = count(); }\n"
      "tick-1s { printa(@s); clear(@s); } END { printa(\"NAME:%s COUNT:%@d\\n\", @b); }\n");
  const std::string text = "\n" + number_key(1000, 8) + value_line("13") + "\n" + number_key(1000, 8) +
                           value_line("20") + "NAME:sh COUNT:10\n";
  CHECK(profiles_of(read_with(program, text)) == Lines{"s: 1000=33", "b: sh=10"});
}

TEST_CASE("a stack that was cut is no event where the program prints none", "[dtrace]") {
  const std::string program = "io:::start { @a[ustack()] = count(); }\n";
  CHECK(warns(read_with(program, "\n\n" + stack_a), "dtrace.actions"));
  CHECK(!warns(read_with(program + "io:::done { ustack(); }\n", "\n\n" + stack_a), "dtrace.actions"));
}

TEST_CASE("text with a number in a column of its own or before a slash may be a record", "[dtrace]") {
  const std::string record = "\n" + row("sh", "3");
  CHECK(warns(read_dtrace("job-2 | 383 | 17 times\n" + record), "dtrace.text_numbers"));
  CHECK(warns(read_dtrace(record + "pid        2/   job-0\n"), "dtrace.text_numbers"));
  CHECK(warns(read_dtrace(record + "      -2/job-6/job-2\n"), "dtrace.text_numbers"));
  CHECK(!warns(read_dtrace(record + "since 10/24/2026 of a/2/b\n"), "dtrace.text_numbers"));
}

TEST_CASE("few records are in the order of their keys by chance", "[dtrace]") {
  const std::string program = quiet(
      "io:::start { @a[(short)arg1, arg0] = min(arg2); @b[(short)arg1, arg0] = max(arg2);\n"
      "@c[(short)arg1, arg0] = count(); }\n");
  const auto record = [](int key, int time, const std::string& value) {
    return number_key(key, 5) + number_key(time, 16) + value_line(value);
  };
  CHECK(warns(read_with(program, "\n" + record(1, 137, "1") + record(5, 176, "28") + record(1, 137, "47") +
                                     record(9, 207, "3") + record(9, 199, "9")),
              "dtrace.alike"));
}

TEST_CASE("prints that lack their empty lines are a warning", "[dtrace]") {
  const std::string program =
      quiet("io:::start { @a[probefunc] = count(); @b[probefunc] = sum(arg0); } tick-1s { printa(@a); printa(@b); }\n");
  const std::string once = row("sh", "3") + row("vi", "5");
  CHECK(warns(read_with(program, once + once), "dtrace.lost_line"));
  CHECK(!warns(read_with(program, "\n" + once + "\n" + once), "dtrace.lost_line"));
  // An action's stack goes on with the first of a record.
  const std::string action = quiet("io:::start { @a[ustack()] = count(); } tick-1s { stack(); exit(0); }\n");
  CHECK(warns(read_with(action, stack_a + stack_c + value_line("3")), "dtrace.lost_line"));
  CHECK(!warns(read_with(action, "\n" + stack_a + "\n\n" + stack_c + value_line("3")), "dtrace.lost_line"));
  // At its end dtrace prints aggregations with nothing between.
  CHECK(!warns(read_with(quiet("io:::start { @a[probefunc] = count(); }\n"), once), "dtrace.lost_line"));
}

TEST_CASE("adding negative values of equal stacks is a warning", "[dtrace]") {
  const auto read = [](const std::string& value) {
    return read_dtrace("\n              a`f+0x1\n" + value_line("3") + "\n              a`f+0x2\n" + value_line(value));
  };
  CHECK(!warns(read("4"), "dtrace.repeated_keys"));
  CHECK(warns(read("-4"), "dtrace.repeated_keys"));
}

TEST_CASE("an empty stack right above a record without one is a warning", "[dtrace]") {
  const std::string with_stack = "\n" + stack_a + row("job", "3");
  const std::string ends_empty = with_stack + with_stack + "\n" + row("vi", "5");
  CHECK(warns(read_dtrace(ends_empty + row("sh", "7")), "dtrace.alike"));
  CHECK(!warns(read_dtrace(ends_empty), "dtrace.alike"));
}

TEST_CASE("a record that may be two without the empty line between is a warning", "[dtrace]") {
  const std::string record = "\n" + stack_a + row("sh", "1");
  CHECK(warns(read_dtrace(record + "\n" + row("job", "3") + stack_a + row("vi", "9")), "dtrace.lost_line"));
  CHECK(!warns(read_dtrace(record + "\n" + row("job", "3") + "\n" + stack_a + row("vi", "9")), "dtrace.lost_line"));
}

TEST_CASE("the only record with one stack more than others may have that of an action", "[dtrace]") {
  const std::string others = "\n" + stack_a + row("sh", "2") + "\n" + stack_c + row("vi", "3");
  const std::string first = "\n" + frame_line("k`idle") + "\n" + stack_c + row("sh", "1");
  CHECK(warns(read_dtrace("\n" + first + others), "dtrace.lost_line"));
  CHECK(!warns(read_dtrace("\n" + first), "dtrace.lost_line"));
}

TEST_CASE("an empty line more above the first keys of the only print may be a stack", "[dtrace]") {
  const std::string print = row("sh", "2") + row("vi", "3");
  CHECK(warns(read_dtrace("\n\n" + print), "dtrace.leading_stacks"));
  CHECK(!warns(read_dtrace("\n" + print), "dtrace.leading_stacks"));
  CHECK(!warns(read_dtrace("\n\n" + print + "\n" + print), "dtrace.leading_stacks"));
  CHECK(!warns(read_dtrace("READS\n\n\n" + print), "dtrace.leading_stacks"));
}

TEST_CASE("a frame between two records without stacks is a warning, and joins no others", "[dtrace]") {
  const auto line = [](std::int64_t pid, const char* value) { return number_key(pid, 16) + row("sh", value); };
  const std::string rest = line(103, "4") + line(104, "5") + line(105, "6") + line(106, "7");
  const Outcome outcome = read_dtrace("\n" + line(101, "2") + frame_line("m`b") + line(102, "3") + rest);
  CHECK(warns(outcome, "dtrace.lost_line"));
  CHECK(totals_of(outcome) == std::vector<std::int64_t>{3, 4 + 5 + 6 + 7});
}

TEST_CASE("a frame above a table that is indented as other records' keys is a warning", "[dtrace]") {
  const std::string table = "\n" + table_head() + table_row("1", "3") + table_row("2", "0");
  const std::string bare = "\n  libc`read\n" + table;
  CHECK(warns(read_dtrace("text\n" + bare + "\n  a`main\n              a`f\n" + table), "dtrace.lost_keys"));
  CHECK(!warns(read_dtrace("text\n" + bare), "dtrace.lost_keys"));
}

TEST_CASE("a record that lacks a text key right above others with one is a warning", "[dtrace]") {
  const std::string stack = stack_a + value_line("1");
  CHECK(warns(read_dtrace("\n" + stack + text_key("job") + "\n" + stack), "dtrace.alike"));
  CHECK(!warns(read_dtrace("\n" + stack + "\n" + text_key("job") + "\n" + stack), "dtrace.alike"));
}

TEST_CASE("a key that is wider than its column and holds blanks is a warning", "[dtrace]") {
  const std::string path(51, 'z');
  const std::string words = "words that go on until the column of fifty is long past 12";
  const std::string table = "\n" + table_head() + table_row("1", "3") + table_row("2", "0");
  CHECK(warns(read_dtrace("\n  " + path + "   2  " + words + table), "dtrace.lost_keys"));
  CHECK(!warns(read_dtrace("\n  " + path + words + table), "dtrace.lost_keys"));
}

TEST_CASE("the only key without the blanks of its column is a warning", "[dtrace]") {
  const std::string others = "\n" + row("sh", "3") + row("vi", "9") + row("ls", "12");
  CHECK(warns(read_dtrace(others + "  3 of 7\n" + stack_a + value_line("15")), "dtrace.lost_keys"));
}

TEST_CASE("a stack right below the values of single CPUs lacks its empty line", "[dtrace]") {
  const std::string cpus = "    [CPU 0]                3\n    [CPU 1]                4\n";
  const std::string record = text_key("sh") + stack_a + value_line("7") + cpus;
  CHECK(warns(read_dtrace("\n" + record + stack_c + value_line("7") + cpus), "dtrace.lost_line"));
  CHECK(!warns(read_dtrace("\n" + record + "\n" + stack_c + value_line("7") + cpus), "dtrace.lost_line"));
}

TEST_CASE("rows with an arrow right behind a number are no lines of -F", "[dtrace]") {
  const std::string rows = "197 -> job-0\n447 -> job-4\n";
  CHECK(warns(read_dtrace("\n" + stack_a + rows), "dtrace.text_numbers"));
}

TEST_CASE("a line without the blanks that fill the others up may be none of a format", "[dtrace]") {
  const std::string program = quiet("io:::start { @a[execname] = count(); } END { printa(\"%-8s %-8@d\\n\", @a); }\n");
  const std::string records = "sh       213     \nvi       848     \n";
  CHECK(warns(read_with(program, "GET /index.html 200\n" + records), "dtrace.formats"));
  CHECK(warns(read_with(program, records + "GET /index.html 200\n"), "dtrace.formats"));
  CHECK(!warns(read_with(program, records), "dtrace.formats"));
  CHECK(!warns(read_with(program, "sh       213\nvi       12345678\nls       1\n"), "dtrace.formats"));
}

TEST_CASE("a text that is not the literal of the D program is no key of a format", "[dtrace]") {
  const std::string program = quiet("io:::start { @a[\"reads\"] = count(); } END { printa(\"%s: %@d\\n\", @a); }\n");
  CHECK(warns(read_with(program, "total: 4\nreads: 5\n"), "dtrace.unexpected"));
  CHECK(totals_of(read_with(program, "reads: 5\n")) == std::vector<std::int64_t>{5});
  CHECK(!warns(read_with(program, "reads: 5\n"), "dtrace.unexpected"));
}

TEST_CASE("a print below what BEGIN prints, without the heading of the others, is a warning", "[dtrace]") {
  const std::string print = "\n" + row("sh", "2") + row("vi", "3");
  CHECK(warns(read_dtrace("Tracing... Hit Ctrl-C to end.\n" + print + "READS\n" + print), "dtrace.alike"));
  CHECK(!warns(read_dtrace("WRITES\n" + print + "READS\n" + print), "dtrace.alike"));
}

TEST_CASE("an empty line below a text may be a stack that the records above have", "[dtrace]") {
  const std::string two_stacks = "\n" + frame_line("k`idle") + "\n" + stack_a + row("sh", "2");
  const std::string one_stack = "\n" + stack_c + row("sh", "3");
  CHECK(warns(read_dtrace("\n" + two_stacks + two_stacks + "ok\n\n" + one_stack), "dtrace.alike"));
  CHECK(!warns(read_dtrace("WRITES\n\n" + one_stack + "READS\n\n" + one_stack), "dtrace.alike"));
}

TEST_CASE("text right below the table of a single CPU may be keys", "[dtrace]") {
  const std::string table = "\n" + table_head() + table_row("1", "3") + table_row("2", "0");
  const std::string record = text_key("sh") + table + "\n    [CPU 0]" + table;
  CHECK(warns(read_dtrace("\n" + record + "connected\n\n" + record), "dtrace.text_keys"));
  CHECK(!warns(read_dtrace("\n" + record + "\nconnected\n\n" + record), "dtrace.text_keys"));
}

}  // namespace profconv::test
