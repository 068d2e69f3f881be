// SPDX-License-Identifier: Apache-2.0
// Records in a format of printa() that look like something else of DTrace's, or that other text precedes.
#include <cstdint>
#include <string>
#include <vector>

#include "support/catch.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

/// As %k prints them: m`b and m`c called by m`a.
const std::string frames_b = "m`b+0x1\nm`a+0x2\n";
const std::string frames_c = "m`c+0x1\nm`a+0x2\n";

}  // namespace

TEST_CASE("a record that looks like a line of -F is one if its format goes on below", "[dtrace]") {
  const std::string program = "io:::start { @a[execname] = sum(arg1); }\nEND { printa(\"%@4d -> %s\\n\\n\", @a); }\n";
  const Outcome outcome = read_with(program, "   1 -> a\n\n   2 | b\n\n   2 -> b\n\n223456 -> x\n\n");
  CHECK(profiles_of(outcome) == Lines{"a: =1 =2 =223456"});
}

TEST_CASE("a date that the program prints as text, too, is the key of a record if frames follow", "[dtrace]") {
  const std::string program = quiet(
      "profile-997 { @a[walltimestamp, ustack()] = count(); }\n"
      "tick-1s { printa(\"%Y%k%@d\\n\", @a); printf(\"%Y\\n\", walltimestamp); trunc(@a); }\n");
  const std::string text =
      "2026 Nov 26 17:56:18\n" + frames_b + "100\n2026 Nov 26 17:56:19\n2026 Nov 26 17:56:19\n" + frames_c + "23\n";
  CHECK(stacks_of(set_of(read_with(program, text))) == Lines{"m`a;m`b 100", "m`a;m`c 23"});
}

TEST_CASE("an empty line that the program prints is no empty key above a stack", "[dtrace]") {
  const std::string program = quiet(
      "profile-997 { @a[execname, ustack()] = count(); }\n"
      "tick-1s { printf(\"\\n\"); printa(\"%s%k%@d\\n\", @a); clear(@a); }\n");
  const ProfileSet set = set_of(read_with(program, "\ntgt\n" + frames_b + "50\ntgt\n" + frames_c + "40\n"));
  CHECK(stacks_of(set) == Lines{"m`a;m`b 50", "m`a;m`c 40"});
}

TEST_CASE("an empty line that the program prints is not the first line of a stack", "[dtrace]") {
  const std::string program =
      quiet("profile-997 { @a[ustack()] = count(); }\nEND { printf(\"\\n\"); printa(\"%k%@d\\n\", @a); }\n");
  CHECK(stacks_of(set_of(read_with(program, "\n\n" + frames_b + "12\n\n" + frames_c + "13\n"))) ==
        Lines{"m`a;m`b 12", "m`a;m`c 13"});
}

TEST_CASE("an address alone is a frame, not a value and a key behind a stack", "[dtrace]") {
  const std::string program =
      quiet("io:::start { @a[ustack(), execname] = sum(arg1); }\nEND { printa(\"%k%@d%s\\n\", @a); }\n");
  const std::string stack = std::string("libc`f\n0x7efd78eae24a\n");
  CHECK(stacks_of(set_of(read_with(program, "\n" + stack + "12read\n\n" + stack + "123456write\n"))) ==
        Lines{"0x7efd78eae24a;libc`f 12", "0x7efd78eae24a;libc`f 123456"});
}

TEST_CASE("a mark that records are left out is a warning", "[dtrace]") {
  const Outcome outcome = read_dtrace("\n" + row("read", "3") + "[...]\n" + row("write", "4"));
  CHECK(warns(outcome, "dtrace.elided"));
}

TEST_CASE("what dtrace says of itself begins no sample of perf", "[dtrace][detection]") {
  const Outcome outcome = read_dtrace("\ndtrace: 17 drops on CPU 0\n" + row("read", "3"));
  CHECK(profiles_of(outcome) == Lines{": read=3"});
}

TEST_CASE("blanks after a probe's name are an empty text that is filled up", "[dtrace]") {
  const std::string program =
      "io:::start { @a[probefunc, ustack()] = count(); }\ntick-1s { printa(\"%8s %k: %@d times\\n\", @a); }\n";
  const std::string probe = "  1   3973                         :tick-1s ";
  const std::string text = "CPU     ID                    FUNCTION:NAME\n" + probe + "         \n" + frames_b +
                           ": 3 times\n" + "   start \n" + frames_c + ": 4 times\n";
  const ProfileSet set = set_of(read_with(program, text));
  CHECK(stacks_of(set) == Lines{"m`a;m`b 3", "m`a;m`c 4"});
  CHECK(labels_of(set, 0, 0) == "probefunc=");
}

TEST_CASE("a table with buckets that a format's aggregation lacks is one of default form", "[dtrace]") {
  const std::string program = quiet(
      "io:::start { @l[ustack()] = lquantize(arg2, 0, 100, 10); @s = llquantize(arg2, 10, 0, 2, 10); }\n"
      "END { printa(\"%@d\\n\\n\", @s); }\n");
  const std::string own = "\n" + table_head() + table_row("6", "0") + table_row("7", "3") + table_row("8", "0");
  const std::string other =
      "\n" + table_head() + table_row("< 0", "0") + table_row("0", "0") + table_row("10", "5") + table_row("20", "0");
  const std::string last = table_head() + table_row("30", "0") + table_row("40", "2") + table_row("50", "0");
  const std::string like = "\n" + table_head() + table_row("0", "0") + table_row("10", "5") + table_row("20", "0");
  CHECK(warns(read_with(program, own + "\n\n\n\n" + like), "dtrace.alike"));
  CHECK(totals_of(read_with(program, own + "\n\n\n\n" + other + "\n\n              a`f\n\n" + last)) ==
        std::vector<std::int64_t>{3, 7});
}

TEST_CASE("a text key is no gap between the columns of a record in default form", "[dtrace]") {
  const std::string program = quiet(
      "io:::start { @[probefunc] = min(arg2); @a[probefunc] = max(arg2); }\n"
      "tick-1s { printa(\"  %@d %s\\n\", @a); exit(0); }\n");
  CHECK(profiles_of(read_with(program, "  8 main\n  9 17 18\n\n" + row("17 18", "260"))) ==
        Lines{"a: main=8 17 18=9", ": 17 18=260"});
}

TEST_CASE("a guessed format in which a text may be a number in hexadecimal is a warning", "[dtrace]") {
  const std::string text = "1: 1894 ,\n" + frames_b + "\n2: 1446 ,\n" + frames_c + "\n3c: 1793 ,\n" + frames_b + "\n";
  CHECK(warns(read_dtrace(text), "dtrace.format"));
}

TEST_CASE("a guessed format with a named value and a number without a name is a warning", "[dtrace]") {
  const auto read = [](const std::string& name) {
    const auto record = [&](const std::string& frames, const std::string& value) {
      return name + "9\n" + frames + " calls=" + value + "\n";
    };
    return read_dtrace(record(frames_b, "11") + record(frames_c, "12") + record(frames_b, "13"));
  };
  CHECK(warns(read(""), "dtrace.format"));
  CHECK(!warns(read("TID:"), "dtrace.format"));
}

TEST_CASE("stacks of several processes that look alike in one print of a format are added", "[dtrace]") {
  const std::string program =
      quiet("profile-97 { @a[execname, ustack()] = count(); } tick-1s { printa(\"%s%k%@d\\n\", @a); }\n");
  const auto record = [](const std::string& stack, const std::string& value) {
    return "sh\nm`" + stack + "\nm`main\n" + value + "\n";
  };
  const std::string first = record("f", "1") + record("g", "2") + record("h", "3") + record("i", "4");
  const std::string twin = record("f", "1") + record("f", "3") + record("g", "4") + record("h", "6") + record("i", "9");
  CHECK(totals_of(read_with(program, first + twin)) == std::vector<std::int64_t>{23});
  CHECK(!warns(read_with(program, first + first), "dtrace.repeated_keys"));
  // How many records a print has says nothing of another recording.
  const std::string opened = program + "BEGIN { printf(\"Tracing...\\n\"); }\n";
  const std::string second = record("f", "1") + record("f", "9");
  CHECK(warns(read_with(opened, "Tracing...\n" + first + "Tracing...\n" + second), "dtrace.repeated_keys"));
  // Two prints of one record, or one of two.
  CHECK(warns(read_with(program, record("f", "1") + record("f", "3")), "dtrace.repeated_keys"));
  const std::string told =
      quiet("profile-97 { @a[pid, ustack()] = count(); } tick-1s { printa(\"%d%k%@d\\n\", @a); }\n");
  CHECK(!warns(read_with(told, "1\nm`f\n2\n1\nm`f\n4\n"), "dtrace.repeated_keys"));
}

TEST_CASE("a missing row of a table that a format printed is a warning", "[dtrace]") {
  const std::string program = quiet(R"(io:::start { @a[pid] = quantize(arg0); } END { printa("%d: %@d\n", @a); })");
  const std::string begin = "7: \n" + table_head() + table_row("1", "0") + table_row("2", "3");
  CHECK(!warns(read_with(program, begin + table_row("4", "0") + "\n\n"), "dtrace.lost_line"));
  CHECK(warns(read_with(program, begin + table_row("8", "0") + "\n\n"), "dtrace.lost_line"));
  CHECK(warns(read_with(program, begin + "\n\n"), "dtrace.lost_line"));
}

TEST_CASE("a line that may be of a text key which a format prints is a warning", "[dtrace]") {
  const auto program = [](const std::string& format) {
    return quiet(
        "BEGIN { printf(\"Tracing\\n\"); } profile-97 { @a[curpsinfo->pr_psargs] = count(); } END { printa(\"" +
        format + "\\n\", @a); }\n");
  };
  const std::string first = program("%s\\t%@d");
  CHECK(warns(read_with(first, "Tracing\nsh\t3\nsh -c cd\nmake\t5\n"), "dtrace.lost_keys"));
  CHECK_FALSE(warns(read_with(first, "Tracing\nsh\t3\nmake\t5\n"), "dtrace.lost_keys"));
  CHECK_FALSE(warns(read_with(first, "^C\nsh\t3\nmake\t5\n"), "dtrace.lost_keys"));
  const std::string last = program("%@d %s");
  CHECK(warns(read_with(last, "3 sh\n5 sh -c cd\nmake\n"), "dtrace.lost_keys"));
  CHECK_FALSE(warns(read_with(last, "3 sh\n\nTracing\n5 sh\n"), "dtrace.lost_keys"));
}

TEST_CASE("a format may be a macro of the preprocessor", "[dtrace]") {
  const std::string program =
      "#!/usr/sbin/dtrace -Cqs\n#define PID \"%d\"\n# define FORMAT \\\n  \"%s|%@d\\n\"\n"
      "profile-97 { @a[probefunc] = count(); }\nEND { printa(FORMAT, @a); }\n";
  const Outcome outcome = read_with(program, "sh|3\nmake|5\n");
  CHECK(totals_of(outcome) == std::vector<std::int64_t>{8});
  CHECK(labels_of(set_of(outcome), 0, 1) == "probefunc=make");
}

TEST_CASE("a line that a printf() of the program may have printed is no record without a warning", "[dtrace]") {
  const auto read = [](const std::string& printf, const std::string& printa, const std::string& text) {
    return read_with(quiet("profile-97 { @a[probefunc] = count(); } tick-1s { " + printf + " printa(\"" + printa +
                           "\\n\", @a); trunc(@a); }\n"),
                     text);
  };
  CHECK(warns(read("printf(\"%d total\\n\", n);", "%@d %s", "7 total\n3 f\n"), "dtrace.program"));
  CHECK(warns(read("printf(\"total \"); printf(\"%d\\n\", n);", "%s %@d", "total 7\nf 3\n"), "dtrace.program"));
  CHECK(warns(read("printf(\"x 5\\n\");", "%s %@d", "x 5\nf 3\n"), "dtrace.program"));
  CHECK(warns(read("printf(\"%s\\n\", execname);", "%s %@d", "sleep 5\nf 3\n"), "dtrace.program"));
  CHECK(warns(read("printf(\"%d\\n\", n);", "%@d %s", "77\n3 f\n"), "dtrace.program"));
  const Outcome dated = read("printf(\"%Y\\n\", walltimestamp);", "%@d %s", "2026 Nov 28 18:59:00\n3 f\n");
  CHECK(totals_of(dated) == std::vector<std::int64_t>{3});
  CHECK_FALSE(warns(dated, "dtrace.program"));
}

TEST_CASE("a format may begin with what looks like the mark of a quotation", "[dtrace]") {
  for (const std::string mark : {"> ", "# ", "\t"}) {
    const std::string written = mark == "\t" ? "\\t" : mark;
    const std::string program =
        quiet("io:::start { @a[execname] = count(); } END { printa(\"" + written + "%s %@d\\n\", @a); }\n");
    const std::string records = mark + "sh 213\n" + mark + "vi 848\n";
    CHECK(totals_of(read_with(program, records)) == std::vector<std::int64_t>{213 + 848});
    const std::string quoted = "> " + mark + "sh 213\n> " + mark + "vi 848\n";
    CHECK(totals_of(read_with(program, quoted)) == std::vector<std::int64_t>{213 + 848});
  }
}

}  // namespace profconv::test
