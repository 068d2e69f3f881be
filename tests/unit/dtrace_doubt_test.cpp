// SPDX-License-Identifier: Apache-2.0
// Lines that can be read in two ways, of which one has other sums: each is a warning.
#include <string>

#include "readers/dtrace/text/lines.h"
#include "support/catch.h"
#include "support/fixtures.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

const std::string table = table_head() + table_row("0", "0") + table_row("1", "2") + table_row("2", "0") + "\n";

/// A print of a table without keys.
std::string tables(const std::string& rows) { return "\n\n" + table_head() + rows + "\n"; }

}  // namespace

TEST_CASE("text that fills a part of its column above a table is a printa() format's", "[dtrace]") {
  CHECK(warns(read_dtrace("  job-1/job-2  \t\n" + table), "dtrace.text_keys"));
  CHECK(warns(read_dtrace("  1      2                             :END @x = job-0 , \n" + table), "dtrace.text_keys"));
  CHECK_FALSE(warns(read_dtrace("\n" + text_key("job-1") + "\n" + table), "dtrace.text_keys"));
}

TEST_CASE("a tab within the text above a table is a printa() format's", "[dtrace]") {
  CHECK(warns(read_dtrace("  -3, job-1   \t60 TID:\n" + table), "dtrace.text_keys"));
}

TEST_CASE("a text above a table that ends in a mark or is longer than its column is a printa() format's", "[dtrace]") {
  CHECK(warns(read_dtrace("  -4,\n" + table + "  17,\n" + table), "dtrace.text_keys"));
  const std::string lined_up = "  1000                /               job-3 TID:                   1: \n";
  CHECK(warns(read_dtrace(lined_up + table), "dtrace.text_keys"));
}

TEST_CASE("bars show that a table goes on where the input ends", "[dtrace]") {
  const auto bar = [](const std::string& bars, const std::string& count) {
    return "              32 |" + bars + std::string(41 - bars.size(), ' ') + count + "\n";
  };
  const auto cut = [&](const std::string& row) {
    return "\n\n" + table_head() + table_row("16", "0") + row + table_row("64", "0");
  };
  CHECK(warns(read_dtrace(cut(bar(std::string(20, '@'), "1"))), "dtrace.truncated"));
  CHECK_FALSE(warns(read_dtrace(cut(bar(std::string(40, '@'), "1"))), "dtrace.truncated"));
}

TEST_CASE("a table right below another may be of the same keys, as printa() of two aggregations prints", "[dtrace]") {
  const std::string program = quiet(
      "read:entry { @c[execname] = quantize(arg2); @l[execname] = quantize(arg0); @r = quantize(arg2); }\n"
      "END { printa(@l, @c); }\n");
  const std::string record = text_key("job-1") + "\n" + table;
  CHECK(warns(read_with(program, "\n" + record + table + record + table), "dtrace.alike"));
  CHECK(warns(read_dtrace("\n" + record + table + record + table), "dtrace.alike"));
  CHECK_FALSE(warns(read_dtrace("\n" + record + record + "\n" + table), "dtrace.alike"));
}

TEST_CASE("a format without words takes no table below keys or a stack of default form", "[dtrace]") {
  const auto program = [](const std::string& key) {
    return quiet("read:entry { @l[" + key +
                 "] = quantize(arg2); @t = quantize(arg2); }\n"
                 "END { printa(\"%@d\\n\\n\", @t); }\n");
  };
  const std::string first = "\n" + table + "\n\n";
  const Outcome stacks = read_with(program("ustack()"), first + "\n" + stack_a + "\n" + table);
  CHECK(profiles_of(stacks).size() == 2);
  CHECK(stacks_of(set_of(stacks), 1) == Lines{"m`a;m`b 0", "m`a;m`b 2", "m`a;m`b 0"});
  CHECK(profiles_of(read_with(program("execname"), first + text_key("sh") + "\n" + table)).size() == 2);
}

TEST_CASE("records in no order of keys may be of two aggregations", "[dtrace]") {
  const auto record = [](const std::string& text, const std::string& number, const std::string& value) {
    return text_key(text) + std::string(20 - number.size(), ' ') + number + std::string(17 - value.size(), ' ') +
           value + "\n";
  };
  const std::string one = record("a", "7", "0") + record("b", "3", "1") + record("c", "9", "1");
  CHECK(warns(read_dtrace("\n" + one + record("c", "4", "0") + record("d", "9", "0") + record("d", "0", "3")),
              "dtrace.values_restart"));
  CHECK_FALSE(warns(read_dtrace("\n" + one + record("c", "10", "0") + record("d", "1", "0") + record("d", "2", "3")),
                    "dtrace.values_restart"));
}

TEST_CASE("a line with numbers above a print that the D program does not print may be a record", "[dtrace]") {
  const std::string program =
      quiet("read:entry { @[execname] = count(); } END { printf(\"%d reads\\n\", 3); printa(@); }\n");
  CHECK(warns(read_with(program, "pid 4    /job-8   1935, job-7\n\n" + row("sh", "3")), "dtrace.text_numbers"));
  CHECK_FALSE(warns(read_with(program, "3 reads\n\n" + row("sh", "3")), "dtrace.text_numbers"));
}

TEST_CASE("a key of two digits above a stack may be a text that lost its blanks", "[dtrace]") {
  const std::string stack = "              a.out`f+0x1\n                1\n";
  CHECK(warns(read_dtrace("\n  Chrome\n" + stack + "  -7\n" + stack), "dtrace.lost_keys"));
  CHECK(warns(read_dtrace("\n  77\n" + stack + "  Chrome\n" + stack), "dtrace.lost_keys"));
  CHECK_FALSE(warns(read_dtrace("\n  77\n" + stack + text_key("Chrome") + "\n" + stack), "dtrace.lost_keys"));
}

TEST_CASE("a frame indented as the keys of other records may be a key before an empty stack", "[dtrace]") {
  const std::string frame = "  0x400000\n" + value_line("2");
  const std::string record = "  libc.so.6`malloc+0x10\n              a.out`f+0x1\n                1\n";
  CHECK(warns(read_dtrace("\n" + frame + record), "dtrace.lost_keys"));
  CHECK_FALSE(warns(read_dtrace("\n" + frame), "dtrace.lost_keys"));
  CHECK(stacks_of(set_of(read_dtrace("\n" + record + "\n" + frame))) == Lines{"a.out`f 1", " 2"});
}

TEST_CASE("a cut after a print that only its place identifies is a warning", "[dtrace]") {
  const std::string program = quiet(
      "vfs_read:entry { @r[execname] = count(); @w[execname] = max(arg0); } tick-1s { printa(@r); } tick-2s { exit(0); "
      "}\n");
  const std::string prints = "\n" + row("sh", "2") + "\n" + row("sh", "5");
  CHECK_FALSE(warns(read_with(program, prints), "dtrace.truncated"));
  CHECK(warns(read_with(program, prints.substr(0, prints.size() - 1)), "dtrace.truncated"));
}

TEST_CASE("stacks that mostly appear again where prints repeat may be of two prints", "[dtrace]") {
  const auto program = [](const std::string& more) {
    return quiet("read:entry { @s[ustack()] = count(); } tick-1s { printa(@s); " + more + " }\n");
  };
  const auto print = [](const std::string& first, const std::string& second) {
    return stack_record(frame_line("a`b+1"), first) + stack_record(frame_line("a`c+1"), second);
  };
  const std::string joined = "\n" + print("1", "2") + print("3", "4");
  CHECK(warns(read_with(program(""), joined), "dtrace.repeated_keys"));
  CHECK_FALSE(warns(read_with(program("clear(@s);"), joined), "dtrace.repeated_keys"));
  CHECK_FALSE(warns(read_with(program(""), "\n" + print("1", "2") + "\n" + print("3", "4")), "dtrace.repeated_keys"));
}

TEST_CASE("values that start over at a stack of the same print are a warning", "[dtrace]") {
  const auto record = [](const std::string& frame, const std::string& value) {
    return "\n" + frame_line(frame) + value_line(value);
  };
  const std::string program = quiet("profile-997 { @[ustack()] = count(); }\n");
  const std::string begun = "\n" + record("p`a", "1") + record("p`b", "7") + record("p`c", "8");
  const Outcome doubled = read_with(program, begun + record("p`b", "7") + record("p`c", "8") + record("p`d", "20"));
  REQUIRE(warns(doubled, "dtrace.repeated_keys"));
  CHECK(finding(doubled, "dtrace.repeated_keys")->where.line == 12);
  // As stacks of two processes.
  CHECK_FALSE(warns(read_with(program, begun + record("p`b", "9")), "dtrace.repeated_keys"));
}

TEST_CASE("text right above stacks may be keys of a printa() format", "[dtrace]") {
  const std::string record = "@x = job TID:\n" + stack_a + value_line("3");
  CHECK(warns(read_dtrace("Start tracing...\n" + record + record), "dtrace.text_keys"));
  CHECK_FALSE(warns(read_dtrace("Start tracing...\n\n" + stack_record(stack_a, "3")), "dtrace.text_keys"));
}

TEST_CASE("values that leave the order of other aggregations may be of two", "[dtrace]") {
  const std::string falling = "\n" + row("a", "9") + row("b", "7") + row("c", "6") + row("d", "2");
  const std::string pair =
      "\n                1                3\n"
      "                2                8\n";
  CHECK(warns(read_dtrace(falling + pair), "dtrace.values_restart"));
  CHECK_FALSE(warns(read_dtrace(pair), "dtrace.values_restart"));
}

TEST_CASE("a number that overflows its column above another may be a key", "[dtrace]") {
  const std::string wide = " 2229770684410071405\n";
  CHECK(warns(read_dtrace("\n" + wide + value_line("1")), "dtrace.wide_value"));
  CHECK_FALSE(warns(read_dtrace("\n" + wide), "dtrace.wide_value"));
}

TEST_CASE("headings that hold a number less than zero may be records", "[dtrace]") {
  for (const std::string line : {"> 2, -24 total", "job-3 | job-4    /-4/job-5 times"}) {
    INFO(line);
    CHECK(warns(read_dtrace(line + "\n\n" + row("sh", "3")), "dtrace.text_numbers"));
  }
  for (const std::string line : {"started on 2026-11-24", "version -1.5 of it", "job-3 to job-4 of all"}) {
    INFO(line);
    CHECK_FALSE(warns(read_dtrace(line + "\n\n" + row("sh", "3")), "dtrace.text_numbers"));
  }
}

TEST_CASE("a name that stands once among printa()'s frames may be output of another program", "[dtrace]") {
  const std::string program = quiet("profile-97 { @[ustack()] = count(); } END { printa(\"%k%@d\\n\", @); }\n");
  const std::string frames = "libjvm.so`call+0x1\n";
  const auto record = [&](const std::string& name) { return "\n" + frames + name + "\n" + frames + "2\n"; };
  CHECK(warns(read_with(program, record("done")), "dtrace.unnamed_frames"));
  CHECK_FALSE(warns(read_with(program, record("Interpreter") + record("Interpreter")), "dtrace.unnamed_frames"));
}

TEST_CASE("a number, or two frames in one line, where a stack has its frames is a warning", "[dtrace]") {
  CHECK(warns(read_dtrace("\n" + frame_line("a`f") + frame_line("77") + frame_line("a`g") + value_line("1")),
              "dtrace.doubtful_frames"));
  CHECK_FALSE(warns(read_dtrace("\n" + frame_line("a`f") + frame_line("Main.run7") + value_line("1")),
                    "dtrace.doubtful_frames"));
  for (const std::string both : {"a`f+0x1 a`main+0x2", "a`f+0x1      a`main+0x2", "a`f  0x4005d0", "a`f a`main"}) {
    INFO(both);
    CHECK(warns(read_dtrace("\n" + frame_line(both) + value_line("1")), "dtrace.doubtful_frames"));
  }
  CHECK_FALSE(warns(read_dtrace("\n" + frame_line("a`operator new(unsigned long)+0x1") + value_line("1")),
                    "dtrace.doubtful_frames"));
}

TEST_CASE("empty lines before the first of several tables may be an empty stack", "[dtrace]") {
  const std::string rows = table_head() + table_row("90", "0") + table_row(">= 100", "1");
  const std::string first = text_key("a") + "\n" + rows;
  const std::string second = "\n" + frame_line("a`f") + text_key("b") + "\n" + rows;
  CHECK(warns(read_dtrace("\n\n" + first + second), "dtrace.leading_stacks"));
  CHECK_FALSE(warns(read_dtrace("\n" + first + second), "dtrace.leading_stacks"));
}

TEST_CASE("stacks may be above the values of a guessed format if the last value has none below", "[dtrace]") {
  const std::string stacks = "  \n 15|\n  \na`f\n 19|\n  \na`g\n 42|\n  \na`h\n 57|\n";
  CHECK(warns(read_dtrace(stacks + "\n\n" + frame_line("a`k") + value_line("1")), "dtrace.formats"));
  const std::string below = " 15|\n  \na`f\n 19|\n  \na`g\n 42|\n  \na`h\n";
  CHECK_FALSE(warns(read_dtrace(below + "\n\n" + frame_line("a`k") + value_line("1")), "dtrace.formats"));
}

TEST_CASE("a record in default form that lost its indentation is not one of a format without a word", "[dtrace]") {
  const std::string program = quiet(
      "io:::start { @a[args[1]->dev_name] = sum(arg2); @b[args[1]->dev_name] = count(); }\n"
      "END { printa(\"%s %@d\\n\", @a); }\n");
  const std::string rows = "sda 3\nsdb 5\n\n";
  CHECK(warns(read_with(program, rows + text_key("sda").substr(2) + value_line("8").substr(1)), "dtrace.formats"));
  CHECK_FALSE(warns(read_with(program, rows + text_key("sda") + value_line("8")), "dtrace.formats"));
}

TEST_CASE("a name that looks like an address may be of the aggregation above", "[dtrace]") {
  const std::string program = quiet("profile-97 { @a[execname] = count(); @b[usym(arg1)] = sum(arg2); }\n");
  CHECK(warns(read_with(program, "\n" + row("sh", "3") + row("0x1234", "5") + row("a`f", "8")), "dtrace.alike"));
  CHECK_FALSE(warns(read_with(program, "\n" + row("sh", "3") + row("a`main", "5") + row("a`f", "8")), "dtrace.alike"));
}

TEST_CASE("a heading above the second of two prints of the same keys may be other output", "[dtrace]") {
  const std::string print = "\n" + row("sh", "3") + row("make", "5");
  CHECK(warns(read_dtrace(print + "Segmentation fault\n" + print), "dtrace.alike"));
  CHECK_FALSE(warns(read_dtrace("Reads\n" + print + "Writes\n" + print), "dtrace.alike"));
}

TEST_CASE("numbers before a bar are not left out as lines of -F", "[dtrace]") {
  CHECK_FALSE(dtrace::probe_output("137 | job-3").has_value());
  CHECK(dtrace::probe_output("  0 | :tick-100ms                  1") == "1");
  CHECK(warns(read_dtrace("137 | job-3\n2365 | job-4\n\n" + row("sh", "3")), "dtrace.text_numbers"));
}

TEST_CASE("a record that begins with an empty stack may be of the aggregation below it", "[dtrace]") {
  const std::string kernel = frame_line("vmlinux`k");
  const std::string two = "\n" + kernel + "\n" + frame_line("a`f") + row("a", "1");
  const std::string one = "\n" + frame_line("a`g") + row("b", "1");
  CHECK(warns(read_dtrace("\n" + two + "\n" + one + one), "dtrace.alike"));
}

TEST_CASE("keys whose value was cut off are a warning", "[dtrace]") {
  const std::string keys = text_key("bash") + "  read                  \n";
  CHECK(warns(read_dtrace("\n" + keys + "\n" + row("sh", "3")), "dtrace.lost_keys"));
}

TEST_CASE("a print without the heading that the program prints above it is a warning", "[dtrace]") {
  const std::string program = quiet(
      "syscall:::entry { @c[execname] = count(); @d[probefunc] = count(); }\n"
      "tick-1s { printf(\"A\\n\"); printa(@c); printf(\"B\\n\"); printa(@d); trunc(@c); trunc(@d); }\n");
  const std::string end = "B\n\n" + row("read", "2");
  CHECK(warns(read_with(program, "A\n\n" + row("sh", "3") + "\n" + row("ls", "4") + end), "dtrace.turns"));
  CHECK_FALSE(warns(read_with(program, "A\n\n" + row("sh", "3") + row("ls", "4") + end), "dtrace.turns"));
}

TEST_CASE("marks that people put where they left records out are a warning", "[dtrace]") {
  for (const std::string mark : {"[...]", "...", "[snip]", "<snip>", "(etc)"}) {
    INFO(mark);
    CHECK(warns(read_dtrace("\n" + row("sh", "3") + mark + "\n" + row("ls", "4")), "dtrace.elided"));
  }
  CHECK_FALSE(warns(read_dtrace("\n" + row("sh", "3") + "snippets\n" + row("ls", "4")), "dtrace.elided"));
}

TEST_CASE("marks of version control around two versions of a text are a warning", "[dtrace]") {
  const std::string records = row("sh", "3") + row("ls", "4");
  const std::string stacks = frame_line("m`b+0x1") + frame_line("m`a+0x2") + "                5\n";
  for (const std::string& text : {records, "\n\n" + stacks}) {
    const std::string both = "<<<<<<< HEAD\n" + text + "=======\n" + text + ">>>>>>> other\n";
    CHECK(warns(read_dtrace("\n" + row("cron", "9") + both), "dtrace.conflict"));
    CHECK(warns(read_dtrace("\n" + text + both), "dtrace.conflict"));
  }
  CHECK_FALSE(warns(read_dtrace("\n>>> data\n\n" + records), "dtrace.conflict"));
}

TEST_CASE("probes that print another number of stacks, or an empty line, are a warning", "[dtrace]") {
  const std::string probe = "  0     56                     :profile-997 \n";
  const std::string stack = frame_line("m`b+0x1") + frame_line("m`a+0x2") + "\n";
  const std::string torn = frame_line("m`b+0x1") + "\n" + frame_line("m`a+0x2") + "\n";
  CHECK(warns(read_dtrace(probe + stack + probe + torn), "dtrace.lost_line"));
  CHECK(warns(read_dtrace(probe + stack + probe + "\n" + probe + stack), "dtrace.actions"));
  const Outcome whole = read_dtrace(probe + stack + probe + stack);
  CHECK_FALSE(warns(whole, "dtrace.lost_line"));
  CHECK_FALSE(warns(whole, "dtrace.actions"));
}

TEST_CASE("a line of blanks above a stack may be an empty key", "[dtrace]") {
  const std::string keyed = "\n" + text_key("sh") + "\n" + frame_line("m`a") + value_line("3");
  CHECK(warns(read_dtrace(keyed + std::string(48, ' ') + "\n" + frame_line("m`b") + value_line("4")),
              "dtrace.lost_keys"));
  CHECK_FALSE(
      warns(read_dtrace(keyed + text_key("") + "\n" + frame_line("m`b") + value_line("4")), "dtrace.lost_keys"));
}

TEST_CASE("lines with a terminal's colors may be records", "[dtrace]") {
  const std::string colored = frame_line("m`b") + "                \x1b[31m3\x1b[0m\n";
  const std::string program =
      quiet("BEGIN { printf(\"\\033[1mTracing\\n\"); }\nprofile-97 { @[ustack()] = count(); }\n");
  CHECK(warns(read_with(program, stack_record(stack_a, "4") + "\n" + colored), "dtrace.text_numbers"));
  CHECK(stacks_of(set_of(read_dtrace(stack_record(stack_a, "4") + "\n" + colored))) == Lines{"m`a;m`b 4", "m`b 3"});
}

TEST_CASE("a cut below a frame that printa() prints a line behind is a warning", "[dtrace]") {
  const std::string program = quiet("profile-97 { @[ustack()] = count(); } END { printa(\"%@d%k\\n\\n\", @); }\n");
  const std::string record = "2\na.out`g+0x1\na.out`main+0x2\n\n\n";
  CHECK_FALSE(warns(read_with(program, record + record), "dtrace.truncated"));
  CHECK(warns(read_with(program, record + record.substr(0, record.find("a.out`main"))), "dtrace.truncated"));
  const std::string named = quiet("io:::start { @[ustack()] = sum(arg0); } END { printa(\"NAME:%@d%k|\\n\", @); }\n");
  CHECK(warns(read_with(named, "NAME:2\na.out`g+0x1\n|\nNAME:3\n"), "dtrace.truncated"));
}

TEST_CASE("the input may end above the first bucket that has a count", "[dtrace]") {
  const std::string cut = table_head() + table_row("-64", "0");
  CHECK(warns(read_dtrace("\n" + text_key("a") + "\n" + table + text_key("b") + "\n" + cut), "dtrace.truncated"));
}

TEST_CASE("formats that differ in widths alone fit an empty stack alike", "[dtrace]") {
  const std::string program = quiet(
      "io:::start { @a[ustack()] = sum(arg0); @b[ustack()] = sum(arg0); }\n"
      "END { printa(\"> %@d calls=%k|\\n\", @a); printa(\"> %-8@d calls=%-8k|\\n\", @b); }\n");
  CHECK(warns(read_with(program, "> 1510534125 calls=\n|\n"), "dtrace.formats"));
  CHECK_FALSE(warns(read_with(program, "> 1510534125 calls=\n        a.out`f\n|\n"), "dtrace.formats"));
}

TEST_CASE("buckets that are gone from a later print are a warning", "[dtrace]") {
  const std::string program = quiet("io:::start { @ = quantize(arg0); } tick-1s { printa(@); }\n");
  const std::string first = tables(table_row("0", "0") + table_row("1", "2") + table_row("2", "0"));
  const std::string grown =
      tables(table_row("0", "0") + table_row("1", "2") + table_row("2", "3") + table_row("4", "0"));
  const std::string other = tables(table_row("4", "0") + table_row("8", "9") + table_row("16", "0"));
  CHECK_FALSE(warns(read_with(program, first + grown), "dtrace.printed_again"));
  CHECK(warns(read_with(program, first + other), "dtrace.printed_again"));
}

TEST_CASE("without any empty line stacks may be joined", "[dtrace]") {
  const std::string records =
      stack_a + text_key("sh") + "                3\n" + stack_c + text_key("ls") + "                5\n";
  CHECK(warns(read_dtrace(records), "dtrace.lost_line"));
  CHECK_FALSE(warns(read_dtrace("\n\n" + stack_a + text_key("sh") + "                3\n\n" + stack_c + text_key("ls") +
                                "                5\n"),
                    "dtrace.lost_line"));
  // Printed sample by sample: the keys part them.
  const std::string keyed = text_key("sh") + "\n" + stack_a + value_line("1");
  CHECK_FALSE(warns(read_dtrace(keyed + keyed), "dtrace.lost_line"));
}

TEST_CASE("where tabs stand for blanks, frames below a key are frames", "[dtrace]") {
  const std::string text =
      "\n  job-0 \t\t\t\t\t    \n\t      a.out`g+0xd42\n\t      libc.so.6`main+0xa2e\n       3741287313\n";
  CHECK(stacks_of(set_of(read_dtrace(text))) == Lines{"libc.so.6`main;a.out`g 3741287313"});
}

TEST_CASE("a key without its trailing blanks, which other lines have, is a warning", "[dtrace]") {
  const std::string filled = text_key("job-1") + "\n" + stack_a + value_line("60");
  const std::string other = "  3 of 7\n" + stack_c + value_line("5");
  CHECK(warns(read_dtrace("\n" + filled + other), "dtrace.lost_keys"));
  CHECK_FALSE(warns(read_dtrace("\n" + filled + filled), "dtrace.lost_keys"));
  const std::string padded = "job-3                                               \n" + stack_a + value_line("1");
  CHECK(warns(read_dtrace("\n" + padded), "dtrace.lost_keys"));
}

TEST_CASE("keys of tables that may have lost an empty text are a warning", "[dtrace]") {
  const std::string two = text_key("job-1") + "                3";
  CHECK(warns(read_dtrace("\n" + two + "  mysqld\n" + table + two + "\n" + table), "dtrace.lost_keys"));
}

TEST_CASE("with the D program a text without its trailing blanks is a key before an empty stack", "[dtrace]") {
  const std::string program = quiet("io:::start { @[execname, ustack()] = sum(arg0); }\n");
  const Outcome outcome =
      read_with(program, "\n  python3\n" + value_line("2") + text_key("sh") + "\n" + stack_a + value_line("9"));
  CHECK(profiles_of(outcome).size() == 1);
  CHECK(stacks_of(set_of(outcome)) == Lines{" 2", "m`a;m`b 9"});
}

TEST_CASE("a line between a heading that was printed before and its records is a warning", "[dtrace]") {
  const std::string print = "bytes by process\n\n" + value_line("6");
  CHECK(warns(read_dtrace(print + "bytes by process\n\nconnected\n" + value_line("13")), "dtrace.heading"));
  CHECK_FALSE(warns(read_dtrace(print + print), "dtrace.heading"));
  CHECK(warns(read_dtrace("\n" + row("a", "9") + "ok\n" + row("b", "3")), "dtrace.heading"));
  CHECK_FALSE(warns(read_dtrace("\n" + row("a", "9") + "ok\n\n" + row("b", "3")), "dtrace.heading"));
}

TEST_CASE("a line above a key without its trailing blanks may be the first line of the key", "[dtrace]") {
  const std::string count = "\n" + value_line("1");
  const std::string stack = frame_line("a.out`f0") + value_line("295");
  const std::string others = "  c\n" + stack + "  d\n" + stack;
  const Outcome outcome = read_dtrace(count + "  a\n  b\n" + stack + others);
  REQUIRE(warns(outcome, "dtrace.lost_keys"));
  CHECK(finding(outcome, "dtrace.lost_keys")->where.line == 3);
  CHECK_FALSE(warns(read_dtrace(count + "  b\n" + stack + others), "dtrace.lost_keys"));
  CHECK_FALSE(warns(read_dtrace(count + "  a\n\n  b\n" + stack + others), "dtrace.lost_keys"));
  // Text above tables is a heading, unless the D program prints no such.
  const std::string program = quiet("io:::start { @c = count(); @[probefunc] = quantize(arg0); }\n");
  CHECK(warns(read_with(program, count + "  a\n  b\n" + table), "dtrace.lost_keys"));
  CHECK_FALSE(warns(read_dtrace("  KERNEL\n  sh\n" + table), "dtrace.lost_keys"));
}

}  // namespace profconv::test
