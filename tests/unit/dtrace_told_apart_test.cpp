// SPDX-License-Identifier: Apache-2.0
// Aggregations that only their buckets or literals tell apart, as the D program's arguments decide them.
#include <cstdint>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/fixtures.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

/// A record of a text key and a table with one count.
std::string bucket(const std::string& key, const std::string& label, const std::string& next) {
  return text_key(key) + "\n" + table_head() + table_row(label, "1") + table_row(next, "0") + "\n";
}

}  // namespace

TEST_CASE("a table with buckets that lquantize() has not is another aggregation's", "[dtrace]") {
  const std::string program =
      quiet("io:::start { @a[execname] = lquantize(arg0, 0, 100, 10); @b[execname] = quantize(arg0); }\n");
  const std::string of_a = bucket("sh", "20", "30") + bucket("ls", ">= 100", ">= 100");
  // Each could be of steps of 1, which the program has not.
  CHECK(totals_of(read_with(program, "\n" + of_a + bucket("cc", "1", "2") + bucket("ld", "2", "4"))) ==
        std::vector<std::int64_t>{2, 2});
  const std::string unknown =
      quiet("io:::start { @a[execname] = lquantize(arg0, 0, $1, STEP); @b[execname] = quantize(arg0); }\n");
  const std::string rising = "\n" + bucket("sh", "20", "30") + bucket("cc", "64", "128");
  CHECK(totals_of(read_with(program, rising)) == std::vector<std::int64_t>{1, 1});
  CHECK(totals_of(read_with(unknown, rising)) == std::vector<std::int64_t>{1, 1});
}

TEST_CASE("a table with buckets that llquantize() has not is another aggregation's", "[dtrace]") {
  const std::string program = quiet(
      "io:::start { @a[execname] = llquantize(arg0, 10, 1, 2, 20); @b[execname] = lquantize(arg0, 0, 50, 5);\n"
      "  @c[execname] = quantize(arg0); }\n");
  const std::string of_a = bucket("sh", "15", "20") + bucket("ls", "100", "150") + bucket("vi", ">= 1000", ">= 1000");
  const std::string of_b = bucket("cc", "5", "10") + bucket("ld", "< 0", "0") + bucket("as", ">= 50", ">= 50");
  const std::string of_c = bucket("nm", "2", "4") + bucket("ar", "128", "256");
  CHECK(totals_of(read_with(program, "\n" + of_a + of_b + of_c)) == std::vector<std::int64_t>{3, 3, 2});
}

TEST_CASE("the last prints are told from repeated ones by all their records", "[dtrace]") {
  const std::string program = quiet(
      "io:::start { @a[execname] = llquantize(arg0, 10, 0, 2, 10); @b[execname] = llquantize(arg0, 10, 0, 2, 10);\n"
      "  @c[execname] = quantize(arg0); }\n"
      "tick-1s { printa(@a); trunc(@a); } tick-3s { printa(@b); exit(0); }\n");
  // The first record of the first print could be of @c.
  const std::string text = "\n" + bucket("sh", "1", "2") + bucket("ls", "3", "4") + "\n" + bucket("sh", "5", "6") +
                           "\n" + bucket("vi", "7", "8") + "\n" + bucket("cc", "16", "32");
  CHECK(totals_of(read_with(program, text)) == std::vector<std::int64_t>{3, 1, 1});
}

TEST_CASE("what dtrace prints at its end may begin with a key that the program writes", "[dtrace]") {
  const std::string program = quiet(
      "io:::start { @a[\"all\"] = min(arg0); @b[probefunc] = sum(arg0); @c[probefunc] = min(arg0); }\n"
      "tick-1s { printa(@c); }\n");
  const std::string text = "\n" + row("sh", "24") + "\n" + row("sh", "7") + "\n" + row("all", "3") + row("ls", "2");
  CHECK(profiles_of(read_with(program, text)) == Lines{"c: sh=7", "a: all=3", "b: ls=2"});
}

TEST_CASE("below text that heads nothing is a print without a heading", "[dtrace]") {
  const std::string both = "syscall:::entry { @a[probefunc] = max(arg0); @b[probefunc] = max(arg1); }\n";
  const std::string program =
      quiet("BEGIN { printf(\"Tracing...\\n\"); }\n" + both +
            "tick-1s { printf(\"%Y\\n\", walltimestamp); printa(@a); printf(\"Tracing...\\n\"); printa(@b); }\n" +
            "syscall:::return { @c[probefunc] = max(arg0); }\n");
  const std::string date = "2026 May  3 10:11:01\n\n";
  const std::string text = "Tracing...\n" + date + row("read", "2") + "Tracing...\n\n" + row("write", "30") + date +
                           row("read", "3") + "Tracing...\n\n" + row("write", "40") + "\n" + row("open", "5");
  CHECK(profiles_of(read_with(program, text)) == Lines{"a: read=3", "b: write=40", "c: open=5"});
  // The newline of printa() ends the line of a probe.
  const std::string headed = both + "tick-1s { printa(@a); printf(\"B\\n\"); printa(@b); }\n";
  const std::string probe = "  1   3973                         :tick-1s \n";
  const std::string output = "CPU     ID                    FUNCTION:NAME\n" + probe + row("read", "2") + "B\n\n" +
                             row("read", "30") + "\n" + probe + row("read", "3") + "B\n\n" + row("read", "40");
  CHECK(profiles_of(read_with(headed, output)) == Lines{"a: read=3", "b: read=40"});
}

TEST_CASE("a stack of an action may look like the first key of the next print", "[dtrace]") {
  const std::string program = quiet(
      "syscall:::entry { @a[probefunc] = count(); @b[stack(), ustack(), probefunc] = count(); }\n"
      "tick-1s { printa(@b); } tick-2s { ustack(); exit(0); }\n");
  const std::string record = "\n" + frame_line("k`g") + "\n" + frame_line("m`f") + row("sh", "61");
  const Outcome outcome = read_with(program, "\n" + record + "\n" + frame_line("m`g") + "\n" + row("sh", "3"));
  REQUIRE(finding(outcome, "dtrace.leading_stacks") != nullptr);
  CHECK(finding(outcome, "dtrace.leading_stacks")->severity == Severity::data_loss);
  CHECK(finding(read_with(program, "\n" + record), "dtrace.leading_stacks") == nullptr);
}

TEST_CASE("two empty lines after the dump of a key are two stacks", "[dtrace]") {
  const std::string program = quiet("syscall:::entry { @a[execname, stack(), ustack()] = count(); }\n");
  const std::string dump =
      "\n             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef\n"
      "         0: c3 a9 74 c3 a9 00 00 00 00 00 00 00 00 00 00 00  ..t.............\n";
  const Outcome outcome = read_with(program, "\n" + dump + "\n\n" + frame_line("m`f") + value_line("60"));
  CHECK(stacks_of(set_of(outcome)) == Lines{"m`f 60"});
  CHECK(outcome.diagnostics.empty());
}

TEST_CASE("names are told from symbols, which dtrace prints one after the other", "[dtrace]") {
  const std::string program =
      quiet("profile-99 { @u[execname] = count(); @f[func(arg0)] = count(); @g[probefunc] = count(); }\n");
  // The values of all go on rising.
  const std::string text = "\n" + row("sh", "1") + row("ls", "2") + row("vmlinux`schedule", "2") + row("0x7f30", "3") +
                           row("tick", "8") + row("tock", "9");
  const ProfileSet set = set_of(read_with(program, text));
  REQUIRE(set.profiles().size() == 3);
  CHECK(total(set.profiles()[0], 0) == 3);
  CHECK(total(set.profiles()[1], 0) == 5);
  CHECK(total(set.profiles()[2], 0) == 17);
  // Without symbols beside it, a name may look like one.
  const std::string alone = quiet("profile-99 { @u[execname] = count(); @f[probefunc, cpu] = count(); }\n");
  CHECK(read_with(alone, "\n" + row("sh", "1") + row("a`b", "2") + text_key("x") + number_key(1, 8) + value_line("1"))
            .diagnostics.empty());
}

TEST_CASE("as many sorted runs as the program names are its aggregations", "[dtrace]") {
  const std::string program = quiet("profile-99 { @a[usym(arg1)] = count(); @b[usym(arg1)] = sum(arg0); }\n");
  // Addresses of several processes look alike.
  const std::string text = "\n" + row("0x10", "1") + row("0x10", "2") + row("0x20", "3") + row("0x20", "9") +
                           row("0x10", "4") + row("0x30", "5") + row("0x30", "6");
  const ProfileSet set = set_of(read_with(program, text));
  REQUIRE(set.profiles().size() == 2);
  CHECK(total(set.profiles()[0], 0) == 15);
  CHECK(total(set.profiles()[1], 0) == 15);
}

TEST_CASE("a line in default form is no text of a format that begins with blanks", "[dtrace]") {
  const std::string program = quiet(
      "io:::start { @a[(uint16_t)arg0, arg1] = sum(arg2); @b[probefunc] = count(); }\n"
      "tick-1s { printa(@a); printa(\"  %s %@u\\n\", @b); }\n");
  const std::string text = "\n" + number_key(1, 5) + number_key(3356349878762466841, 16) + value_line("2265613160");
  CHECK(profiles_of(read_with(program, text + "  read 1\n")) ==
        Lines{"a: 1;arg1=3356349878762466841=2265613160", "b: read=1"});
}

TEST_CASE("a format that prints only a table is a warning beside other tables", "[dtrace]") {
  const std::string program =
      "io:::start { @a = quantize(arg0); @b = quantize(arg1); } tick-1s { printa(\"%@d\\n\", @a); }\n";
  const std::string text = "\n" + table_head() + table_row("1", "3") + table_row("2", "0") + "\n\n";
  CHECK(finding(read_with(quiet(program), text), "dtrace.program") != nullptr);
  const std::string named =
      "io:::start { @a = quantize(arg0); @b = quantize(arg1); } tick-1s { printa(\"a: %@d\\n\", @a); }\n";
  CHECK(finding(read_with(quiet(named), "a: " + text), "dtrace.program") == nullptr);
}

TEST_CASE("an average of 0 may be that of a key that only another aggregation has", "[dtrace]") {
  const std::string program = quiet(
      "io:::start { @a[timestamp] = avg(arg0); @b[timestamp] = avg(arg1); }\n"
      "tick-1s { printa(@a, @b); trunc(@a); trunc(@b); }\n");
  const std::string both = "\n" + number_key(1883484822901, 16) + number_key(7, 16) + value_line("5");
  const std::string one = "\n" + number_key(1883484822901, 16) + number_key(7, 16) + value_line("0");
  CHECK(finding(read_with(program, both + one), "dtrace.absent_keys") != nullptr);
  CHECK(finding(read_with(program, both + both), "dtrace.absent_keys") == nullptr);
}

TEST_CASE("a line that the program prints as text is no key of a format", "[dtrace]") {
  const std::string program = quiet(
      "syscall:::return { @a[copyinstr(arg0), ustack()] = min(arg2); }\n"
      "tick-1s { printf(\"Totals\\n\"); printa(\"%-20s %k -> %@d\\n\", @a); trunc(@a); }\n");
  const Outcome outcome = read_with(program, "Totals\nm`read               \nm`f\n -> 5\nTotals\n");
  CHECK(labels_of(set_of(outcome), 0, 0) == "copyinstr(arg0)=m`read");
  CHECK(stacks_of(set_of(outcome)) == Lines{"m`f 5"});
}

TEST_CASE("of two formats that fit a record the one that lacks no blank reads it", "[dtrace]") {
  const std::string program = quiet(
      "io:::start { @c[probefunc, ustack()] = count(); @b[probefunc, ustack()] = count(); }\n"
      "tick-1s { printa(\"%s %k%@d\\n\", @c); printa(\"%s|%k%@d\\n\", @b); }\n");
  const Outcome outcome = read_with(program, "sh \nm`f\n3\nvi|\nm`g\n5\n");
  CHECK(profiles_of(outcome) == Lines{"c: sh=3", "b: vi=5"});
  CHECK(finding(outcome, "dtrace.formats") == nullptr);
}

TEST_CASE("a record that fits two formats is a warning", "[dtrace]") {
  const std::string clause = "io:::start { @a[probefunc] = count(); @b[probefunc] = count(); }\n";
  const auto read = [&](const std::string& prints, const std::string& text) {
    return finding(read_with(quiet(clause + "tick-1s { " + prints + " }\n"), text), "dtrace.formats");
  };
  CHECK(read("printa(\"%s %@d\\n\", @a); printa(\"%s %@u\\n\", @b);", "sh 3\n") != nullptr);
  CHECK(read("printa(\"%s, %@d\\n\", @a); printa(\"%s: %@d\\n\", @b);", "a: b, 3\n") == nullptr);
  CHECK(read("printa(\"%s %@d\\n\", @a); printa(\"%s %@d\\n\", @b);", "sh 3\n") == nullptr);
}

TEST_CASE("a key that may run into its value is a warning", "[dtrace]") {
  const auto read = [](const std::string& format, const std::string& text) {
    const std::string program = "io:::start { @a[probefunc] = count(); } tick-1s { printa(\"" + format + "\", @a); }\n";
    return finding(read_with(quiet(program), text), "dtrace.joined_keys");
  };
  CHECK(read("%-8s%@d\\n", "kworker/157\n") != nullptr);
  CHECK(read("%-8s%@d\\n", "kworker/105\n") != nullptr);
  CHECK(read("%-8s%@d\\n", "kworker/7\n") == nullptr);
  CHECK(read("%-8s%@d\\n", "sh      157\n") == nullptr);
  CHECK(read("%-8s%@8d\\n", "kworker/1     157\n") == nullptr);
  CHECK(read("%s%@d\\n", "job1\n") == nullptr);
  CHECK(read("%s%@d\\n", "job-15\n") != nullptr);
  CHECK(read("%@d%s\\n", "15sh\n") != nullptr);
  CHECK(read("%@d%s\\n", "5sh\n") == nullptr);
  CHECK(read("%@8d%s\\n", "      15sh\n") == nullptr);
}

TEST_CASE("a key that may hold what separates it from the next is a warning", "[dtrace]") {
  const auto read = [](const std::string& format, const std::string& text) {
    const std::string program =
        "io:::start { @a[execname, probefunc] = count(); } tick-1s { printa(\"" + format + "\", @a); }\n";
    return finding(read_with(quiet(program), text), "dtrace.joined_keys");
  };
  CHECK(read("%s %s %@d\\n", "Web Content read 20\n") != nullptr);
  CHECK(read("%s %s %@d\\n", "bash read 20\n") == nullptr);
  CHECK(read("%s:%s %@d\\n", "Web Content:read 20\n") == nullptr);
  CHECK(read("%s %d %s %@d\\n", "a 12 1 job 20\n") != nullptr);
  CHECK(read("%s %d %s %@d\\n", "a 12 job 1 20\n") == nullptr);
  CHECK(read("%s %d  %s %@d\\n", "a 12  1 job 20\n") == nullptr);
  CHECK(read("%-16s %-16s %@d\\n", "Web Content      read             20\n") == nullptr);
}

TEST_CASE("a format takes no lines in default form for its record", "[dtrace]") {
  const std::string clause = "pid$target::f:entry { @a[execname] = count(); @c[ustack()] = ";
  const auto read = [&](const std::string& function, const std::string& format, const std::string& rest) {
    const std::string program = clause + function + "; } END { printa(\"" + format + "\", @a); }\n";
    return totals_of(read_with(quiet(program), "sh 5\n" + rest));
  };
  const std::string stack = "\n              a`f+0x1\n              a`main+0x2\n";
  CHECK(read("count()", "%s %@d\\n", stack + "                7\n") == std::vector<std::int64_t>{5, 7});
  CHECK(read("quantize(arg0)", "%s %@d\\n", "\n" + stack + table_head() + table_row("1", "3") + table_row("2", "0")) ==
        std::vector<std::int64_t>{5, 3});
}

TEST_CASE("a format with a stack takes no record of a print in default form", "[dtrace]") {
  const std::string program = quiet(
      "profile-997 { @s[ustack(), execname] = count(); } syscall::read:entry { @r[pid] = sum(arg2); }\n"
      "END { printa(\"%k %s %@d\\n\", @s); }\n");
  const std::string stacks = "\na`f\na`main\n bash 2\n\na`g\na`main\n ls 3\n\n";
  const std::string sums = number_key(1, 8) + "              100\n" + number_key(2, 8) + "              101\n";
  CHECK(totals_of(read_with(program, stacks + sums)) == std::vector<std::int64_t>{5, 201});
}

TEST_CASE("a print after those that dtrace ends with is of an appended recording", "[dtrace]") {
  const std::string program =
      quiet("syscall:::entry { @bytes[execname] = sum(arg2); @calls[execname] = count(); } tick-1s { exit(0); }\n");
  const auto recording = [](const std::string& name) {
    return "\n" + row(name + "1", "1000") + row(name + "2", "1010") + row(name + "3", "3") + row(name + "4", "4");
  };
  CHECK(totals_of(read_with(program, recording("p"))) == std::vector<std::int64_t>{2010, 7});
  CHECK(totals_of(read_with(program, recording("p") + recording("r"))) == std::vector<std::int64_t>{4020, 14});
  CHECK(totals_of(read_with(program, recording("p") + recording("p"))) == std::vector<std::int64_t>{4020, 14});
}

TEST_CASE("a text key that ends in a newline keeps its place before a stack", "[dtrace]") {
  const std::string stack = "\n              libc`write\n              app`f\n                1\n";
  const ProfileSet set = set_of(read_dtrace("\n  hello\n" + std::string(44, ' ') + stack));
  REQUIRE(set.profiles().size() == 1);
  CHECK(labels_of(set, 0, 0) == "key1=hello\n");
}

TEST_CASE("a name that looks like a symbol is of the aggregation whose turn it is, with a warning", "[dtrace]") {
  const std::string program = quiet(
      "io:::start { @a[usym(arg1)] = max(arg2); @t[usym(arg1)] = quantize(arg2); @c[execname] = count(); }\n"
      "tick-1s { exit(0); }\n");
  const std::string text = "\n" + row("libc.so.6`read", "37") + bucket("node`run", "4", "8") + row("0x7f30aa12", "3");
  const Outcome outcome = read_with(program, text);
  CHECK(totals_of(outcome) == std::vector<std::int64_t>{37, 1, 3});
  CHECK(warns(outcome, "dtrace.alike"));
}

TEST_CASE("a print after the program's last is another recording's, with a warning", "[dtrace]") {
  const std::string program = quiet(
      "io:::start { @a[execname] = count(); @s = sum(arg2); }\n"
      "tick-1s { printa(\"%s %@d\\n\", @a); } END { printa(\"sum %@d\\n\", @s); }\n");
  const std::string once = "sh 3\nsh 4\nsum 9\n";
  CHECK(totals_of(read_with(program, once)) == std::vector<std::int64_t>{4, 9});
  const Outcome outcome = read_with(program, once + once);
  CHECK(totals_of(outcome) == std::vector<std::int64_t>{8, 18});
  CHECK(warns(outcome, "dtrace.printed_again"));
}

TEST_CASE("keys that several clauses write as literals tell aggregations apart", "[dtrace]") {
  const auto program = [](const std::string& one, const std::string& other, const std::string& third) {
    return quiet("read:entry { @[" + one + "] = count(); } open:entry { @[" + other +
                 "] = count(); }\nwrite:entry { @w[" + third + "] = sum(arg2); }\n");
  };
  const std::string words = "\n" + row("reads", "3") + row("opens", "5") + row("writes", "7");
  const Outcome by_words = read_with(program("\"reads\"", "\"opens\"", "\"writes\""), words);
  CHECK(totals_of(by_words) == std::vector<std::int64_t>{8, 7});
  CHECK(by_words.diagnostics.empty());
  const auto numbered = [](int key, const std::string& value) { return number_key(key, 8) + value_line(value); };
  const std::string numbers = "\n" + numbered(1, "3") + numbered(2, "5") + numbered(3, "7");
  const Outcome by_numbers = read_with(program("1", "2", "3"), numbers);
  CHECK(totals_of(by_numbers) == std::vector<std::int64_t>{8, 7});
  CHECK(by_numbers.diagnostics.empty());
  // A key that one clause does not write as a literal can be any.
  CHECK(warns(read_with(program("\"reads\"", "probefunc", "probefunc"), words), "dtrace.alike"));
}

TEST_CASE("a literal behind keys that can be any begins the aggregation that has it", "[dtrace]") {
  const std::string program =
      quiet("read:entry { @[execname] = count(); @n[execname] = count(); @m[\"most\"] = max(arg2); }\n");
  const std::string of_names = "\n" + row("cc", "3") + row("sh", "5");
  const Outcome rising = read_with(program, of_names + row("most", "9"));
  CHECK(totals_of(rising) == std::vector<std::int64_t>{8, 9});
  CHECK(warns(rising, "dtrace.alike"));
  const std::string of_both = of_names + row("cc", "3") + row("sh", "5");
  const Outcome falling = read_with(program, of_both + row("most", "4"));
  CHECK(totals_of(falling) == std::vector<std::int64_t>{8, 8, 4});
  CHECK(falling.diagnostics.empty());
  const Outcome both = read_with(program, of_both + row("most", "9"));
  CHECK(totals_of(both) == std::vector<std::int64_t>{8, 8, 9});
  CHECK(warns(both, "dtrace.alike"));
}

}  // namespace profconv::test
