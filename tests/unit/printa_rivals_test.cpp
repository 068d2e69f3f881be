// SPDX-License-Identifier: Apache-2.0
// Lines that several formats of a D program fit.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "support/catch.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

/// The sum of the samples of the profile called `name`; 0 without such a profile.
std::int64_t sum_of(const Outcome& outcome, const std::string& name) {
  std::int64_t sum = 0;
  const ProfileSet set = set_of(outcome);
  for (const Profile& profile : set.profiles()) {
    if (profile.name != name) continue;
    for (const std::int64_t value : profile.samples.values.at(0)) sum += value;
  }
  return sum;
}

bool has_warnings(const Outcome& outcome) {
  return std::any_of(outcome.diagnostics.begin(), outcome.diagnostics.end(),
                     [](const Diagnostic& each) { return each.severity > Severity::note; });
}

/// A program with two formats that fit the same lines, and what each has printed.
struct Rivals {
  const char* what;
  std::string clauses;
  std::string text;
  std::int64_t a;
  std::int64_t b;
};

}  // namespace

TEST_CASE("of two formats that fit a line the one that says more of it printed it", "[dtrace]") {
  const Rivals rivals =
      GENERATE(Rivals{"the empty line of one does not outweigh the words of the other",
                      "syscall::read:entry { @a[execname] = sum(arg2); @b[execname] = count(); }\n"
                      "tick-1s { printa(\"%s %@d\\n\\n\", @a); printa(\"PID %s: %@d\\n\", @b); exit(0); }\n",
                      "bash 43508\n\nPID python3: 174\nPID _x: 768\n\n", 43508, 942},
               Rivals{"a line that lacks the blanks of one is of the other, that prints none",
                      "syscall::read:entry { @a[ustack()] = count(); @b = count(); }\n"
                      "tick-1s { printa(\"%@d %k\\n\", @a); printa(\"%@d\\n\", @b); exit(0); }\n",
                      "58 \na.out`main+0x1\n\n44\n\n", 58, 44},
               Rivals{"formats that print the same are one, however they are written",
                      "syscall::read:entry { @a = max(arg2); @b = count(); }\n"
                      "tick-1s { printa(\"%@12d\\n--\\n\", @a); printa(\"%12@d\\n--\\n\", @b); exit(0); }\n",
                      "       31289\n--\n         178\n--\n\n", 31289, 178});
  INFO(rivals.what);
  const Outcome outcome = read_with(quiet(rivals.clauses), rivals.text);
  CHECK(sum_of(outcome, "a") == rivals.a);
  CHECK(sum_of(outcome, "b") == rivals.b);
}

TEST_CASE("where the words of a line tell two formats apart nothing is in doubt", "[dtrace]") {
  const std::string program = quiet(
      "syscall::read:entry { @b[execname] = sum(arg2); @c[execname] = count(); }\n"
      "tick-1s { printa(\"%s %@d\\n\\n\", @b); printa(\"PID %s: %@d\\n\", @c); exit(0); }\n");
  CHECK(read_with(program, "bash 43508\n\nPID python3: 174\n\n").diagnostics.empty());
}

TEST_CASE("blanks of the width of a column before a number are an empty key", "[dtrace]") {
  const auto program = [](const std::string& format) {
    return quiet("syscall:::entry { @a[probefunc] = count(); }\nEND { printa(\"" + format + " %@d\\n\", @a); }\n");
  };
  const Outcome last = read_with(program("%-15s"), "open            1\nwrite           3\n                5\n");
  CHECK(profiles_of(last).size() == 1);
  CHECK(sum_of(last, "a") == 9);
  CHECK(last.diagnostics.empty());
  const std::string first = "                     1\nread                 5\nwrite                12\n";
  CHECK(sum_of(read_with(program("%-20s"), first), "a") == 18);
  CHECK(read_with(program("%-20s"), first).diagnostics.empty());
  const std::string records = "open            1\n                5\n";
  CHECK(warns(read_dtrace(records, {{"printa", "%-15s %@d\\n"}}), "dtrace.formats"));
  CHECK(!warns(read_dtrace("                1\n                5\n", {{"printa", "%17@d\\n"}}), "dtrace.formats"));
}

TEST_CASE("a number below a frame in default form is no empty key of a format", "[dtrace]") {
  const std::string records = "open            1\n\n" + frame_line("m`a") + value_line("5");
  const Outcome outcome = read_dtrace(records, {{"printa", "%-15s %@d\\n"}});
  CHECK(totals_of(outcome) == std::vector<std::int64_t>{1, 5});
}

TEST_CASE("an aggregation without records that is filled and printed along with another is a warning", "[dtrace]") {
  const auto program = [](const std::string& prints) {
    return quiet(
        "syscall:::entry { @calls[probefunc] = count(); @procs[execname, (int)arg1] = count(); }\n"
        "END { " +
        prints + " }\n");
  };
  const std::string collapsed = "open 1\nread 5\ncc 2\nread 4\n";
  CHECK(warns(read_with(program("printa(\"%s %@d\\n\", @calls); printa(\"  %-20s %@10d\\n\", @procs);"), collapsed),
              "dtrace.alike"));
  CHECK(warns(read_with(program("printa(\"%s %@d\\n\", @calls); printa(@procs);"), collapsed), "dtrace.alike"));
  CHECK(warns(read_with(program("printa(\"%s\\n%@d\\n\", @calls); printa(\"%s (%d)\\n\\t%@d\\n\", @procs);"),
                        "cc\n1\nsh\n3\ncc (0)\n1\nsh (0)\n92\n"),
              "dtrace.alike"));
  CHECK(!warns(read_with(program("trunc(@procs, 0); printa(\"%s %@d\\n\", @calls); printa(\"%s: %@d\\n\", @procs);"),
                         "open 1\nread 5\n"),
               "dtrace.alike"));
  const std::string apart = quiet(
      "io:::start { @a[execname] = count(); }\nio:::done { @b[execname] = count(); }\n"
      "END { printa(\"%s %@d\\n\", @a); printa(\"%s: %@d\\n\", @b); }\n");
  CHECK(read_with(apart, "sh 1\nvi 5\n").diagnostics.empty());
}

TEST_CASE("a key that holds the rest of its line may be of two lines", "[dtrace]") {
  const std::string program = quiet("syscall:::entry { @[execname] = count(); }\nEND { printa(\"%s: %@d\\n\", @); }\n");
  CHECK(warns(read_with(program, "cc: 2\nread: 5python3: 44\n"), "dtrace.joined_keys"));
  CHECK(!warns(read_with(program, "cc: 2\nkworker/0:1H: 44\nrs:main Q:Reg: 45\n"), "dtrace.joined_keys"));
}

TEST_CASE("a line that breaks the order of a print may be other output", "[dtrace]") {
  const std::string program = quiet("syscall:::entry { @[execname] = count(); }\nEND { printa(\"%s: %@d\\n\", @); }\n");
  const Outcome mixed = read_with(program, "cc: 2\npython3: 2\nresult: 42\nwrite: 3\nread: 92\n");
  REQUIRE(warns(mixed, "dtrace.program"));
  CHECK(finding(mixed, "dtrace.program")->where.line == 4);
  CHECK(!warns(read_with(program, "cc: 2\npython3: 2\nwrite: 3\nread: 92\n"), "dtrace.program"));
  // -x aggsortkey, -x aggsortrev, and both.
  CHECK(!warns(read_with(program, "cc: 2\npython3: 1\nread: 92\nwrite: 3\n"), "dtrace.program"));
  CHECK(!warns(read_with(program, "read: 92\nwrite: 3\npython3: 2\ncc: 2\n"), "dtrace.program"));
  CHECK(!warns(read_with(program, "write: 3\nread: 92\npython3: 2\ncc: 5\n"), "dtrace.program"));
}

TEST_CASE("counts beside maxima are cleared as counts alone are", "[dtrace]") {
  const auto program = [](const std::string& print) {
    return quiet(
        "io:::start { @big[execname] = max(arg0); }\nsyscall::read:entry { @reads[execname] = count(); }\n"
        "tick-1s { " +
        print + " }\ntick-10s { trunc(@big); trunc(@reads); }\n");
  };
  const auto row = [](const std::string& key, const std::string& numbers) { return "  " + key + numbers + "\n"; };
  const std::string text =
      "\n" + row("bash ", "   4096 5") + "\n" + row("bash ", "   4096 5") + "\n" + row("bash ", "   16 2") + "\n";
  const Outcome outcome = read_with(program("printa(\"  %s    %@d %@d\\n\", @big, @reads);"), text);
  CHECK(sum_of(outcome, "big+reads") == 4096);
  const ProfileSet set = set_of(outcome);
  CHECK(set.profiles().at(0).samples.values.at(1).at(0) == 7);
}

TEST_CASE("a heading of the program is neither a frame nor a key above an empty stack", "[dtrace]") {
  const std::string stack = "\nm`b+0x1\nm`a+0x2\n";
  const Rivals rivals = GENERATE_COPY(
      Rivals{"below a stack alone",
             "pid$target::malloc:entry { @b[ustack()] = count(); @a[execname] = sum(arg0); }\n"
             "tick-1s { printf(\"\\nSTACKS\\n\"); printa(\"%k%@d ms\\n\", @b); printf(\"\\nCALLS\\n\");\n"
             "  printa(\"%-16s %@d ms\\n\", @a); clear(@b); clear(@a); }\n",
             "\nSTACKS\n" + stack + "1 ms\n\nCALLS\ncc1plus          967 ms\n" + "\nSTACKS\n" + stack +
                 "2 ms\n\nCALLS\ncc1plus          0 ms\nsh               3942 ms\n\n",
             4909, 3},
      Rivals{
          "below a key and a stack",
          "profile-997 { @b[execname, ustack()] = sum(arg0); @a = sum(arg0); }\n"
          "END { printf(\"\\nQ\\n\"); printa(\"%-16s %k%@d\\n\", @b); printf(\"\\nN\\n\"); printa(\"%@d\\n\", @a); }\n",
          "\nQ\ncc1plus          " + stack + "19062\n\nN\n15566\n\n", 15566, 19062},
      Rivals{"where a stack goes on below the values of another format",
             "profile-997 { @a[execname, ustack()] = count(); @b[execname, ustack()] = count(); }\n"
             "tick-1s { printf(\"A\\n\"); printa(\"%-8s %k%@d\\n\", @a); trunc(@a); }\n"
             "END { printf(\"B\\n\"); printa(\"%-8s %k\\n    %@d\\n\", @b); }\n",
             "A\nload     " + stack + "1\nls       " + stack + "1\nA\nload     " + stack + "2\nB\nsh       " + stack +
                 "\n    165\n\n",
             4, 165},
      Rivals{"above a key and a stack",
             "profile-997 { @b[probefunc, ustack()] = sum(arg0); @a[ustack(4)] = sum(arg0); }\n"
             "END { printf(\"\\nQ0\\n\"); printa(\"%-16s %k%@d ms\\n\", @b); printf(\"\\nQ1\\n\");\n"
             "  printa(\"%k\\n    %@d\\n\", @a); }\n",
             "\nQ0\nmmap             " + stack + "8440 ms\nread             " + stack + "8534 ms\n\nQ1\n" + stack +
                 "\n    5\n\n",
             5, 16974});
  INFO(rivals.what);
  const Outcome outcome = read_with(quiet(rivals.clauses), rivals.text);
  CHECK(sum_of(outcome, "a") == rivals.a);
  CHECK(sum_of(outcome, "b") == rivals.b);
  CHECK(!has_warnings(outcome));
}

TEST_CASE("a format that another goes on is recognized by what is around its records", "[dtrace]") {
  const std::string entry = "syscall:::entry { @a[execname] = count(); @b[execname] = sum(arg0); }\n";
  const std::string head = "CPU     ID                    FUNCTION:NAME\n";
  const std::string tick = "  1   3973                         :tick-1s ";
  const std::string end = "  1      2                             :END ";
  const Rivals rivals = GENERATE_COPY(
      Rivals{"by the probe", entry + "tick-1s { printa(\"%s %@d\\n\", @a); }\nEND { printa(\"%s %@d\\n\\n\", @b); }\n",
             head + tick + "sh 2\n\n" + tick + "sh 5\n\n" + end + "sh 600\n\nls 700\n\n\n", 5, 1300},
      Rivals{"by the line below", entry + "END { printa(\"%s %@d\\n\\n\", @b); printa(\"%s %@d\\n\", @a); }\n",
             head + end + "sh 600\n\nls 700\n\nls 2\nsh 5\n\n", 7, 1300},
      Rivals{"by their headings",
             quiet(entry + "tick-1s { printf(\"COUNT\\n\"); printa(\"%s %@d\\n\", @a); printf(\"\\nSUM\\n\");\n"
                           "  printa(\"%s %@d\\n\\n\", @b); trunc(@a); trunc(@b); }\n"),
             "COUNT\nls 2\nsh 2\n\nSUM\nls 20\n\nsh 22\n\nCOUNT\nls 4\nsh 5\n\nSUM\nsh 600\n\nls 700\n\n\n", 13, 1342},
      Rivals{"by headings with columns",
             quiet(entry + "tick-1s { printf(\"%-16s %8s\\n\", \"EXEC\", \"COUNT\"); printa(\"%-16s %@8d\\n\", @a);\n"
                           "  printf(\"\\n%-16s %8s\\n\", \"EXEC\", \"BYTES\"); printa(\"%-16s %@8d\\n\\n\", @b); }\n"),
             "EXEC                COUNT\nsh                      2\nls                      3\n\n"
             "EXEC                BYTES\nsh                     20\n\nls                     30\n\n\n",
             5, 50},
      Rivals{"by the record above",
             quiet(entry + "tick-1s { printa(\"%s %@d\\n\", @a); printf(\"\\n\"); }\n"
                           "END { printf(\"SUM\\n\"); printa(\"%s %@d\\n\\n\", @b); }\n"),
             "ls 2\nsh 5\n\nSUM\nls 20\n\nsh 600\n\n\n", 7, 620},
      Rivals{"by what the program cannot print behind",
             quiet(entry + "END { printa(\"%s %@d\\n\", @a); printa(\"%s %@d\\n\\n\", @b); }\n"),
             "ls 2\nsh 5\nsh 600\n\nls 700\n\n\n", 7, 1300});
  INFO(rivals.what);
  const Outcome outcome = read_with(rivals.clauses, rivals.text);
  CHECK(sum_of(outcome, "a") == rivals.a);
  CHECK(sum_of(outcome, "b") == rivals.b);
  CHECK(!has_warnings(outcome));
}

TEST_CASE("a format that another goes on with what a printf() prints, too, is a warning", "[dtrace]") {
  const auto program = [](const std::string& tail) {
    return quiet(
        "syscall:::entry { @a[execname] = count(); @b[execname] = sum(arg0); }\n"
        "tick-1s { printa(\"%s %@d\\n\", @a); printf(\"" +
        tail + "\"); }\nEND { printa(\"%s %@d\\n" + tail + "\", @b); }\n");
  };
  const Outcome empty = read_with(program("\\n"), "sh 2\n\nsh 5\n\nsh 600\n\nls 700\n\n\n");
  REQUIRE(warns(empty, "dtrace.formats"));
  CHECK(finding(empty, "dtrace.formats")->where.line == 1);
  CHECK(warns(read_with(program("---\\n"), "sh 2\n---\nsh 600\n---\n\n"), "dtrace.formats"));
}

}  // namespace profconv::test
