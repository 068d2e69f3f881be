// SPDX-License-Identifier: Apache-2.0
// What clauses of a D program say of their prints: how often they run, their headings, and what they print besides.
#include <cstdint>
#include <string>
#include <vector>

#include "support/catch.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

using Totals = std::vector<std::int64_t>;

const std::string count = "syscall:::entry { @a[execname] = count(); }\n";
const std::string counts = "syscall:::entry { @a[execname] = count(); @b[execname] = sum(arg2); }\n";

std::string print(const std::string& value) { return "\n" + row("sh", value); }

}  // namespace

TEST_CASE("a clause of END and another probe prints more than once", "[dtrace]") {
  const auto read = [](const std::string& probes) {
    const std::string program = quiet(counts + probes + " { printa(@a); }\n");
    return totals_of(read_with(program, print("4") + print("7") + "\n" + row("sh", "90")));
  };
  CHECK(read("tick-5s, dtrace:::END") == Totals{7, 90});
  CHECK(read("dtrace:::END, tick-5s") == Totals{7, 90});
}

TEST_CASE("a text of BEGIN and another probe does not begin a recording", "[dtrace]") {
  const std::string program =
      quiet(count + "tick-5s, dtrace:::BEGIN { printf(\"Name and count\\n\"); } tick-5s { printa(@a); }\n");
  const std::string heading = "Name and count\n";
  CHECK(totals_of(read_with(program, heading + heading + print("4") + heading + print("7"))) == Totals{7});
}

TEST_CASE("an exit in a branch ends only what is printed in it", "[dtrace]") {
  const auto read = [](const std::string& body) {
    return totals_of(read_with(quiet(count + "tick-1s { " + body + " }\n"), print("4") + print("7")));
  };
  CHECK(read("printa(@a); if (i++ > 2) { exit(0); }") == Totals{7});
  CHECK(read("printa(@a); if (i++ > 2) exit(0);") == Totals{7});
  CHECK(read("if (i++ > 2) { exit(0); } else { printa(@a); }") == Totals{7});
  CHECK(read("if (j) { if (i++ > 2) { exit(0); } printa(@a); }") == Totals{7});
  CHECK(read("if (j) { if (i) { x = 1; } printa(@a); exit(0); }") == Totals{11});
  // What a clause prints once comes again in another recording.
  CHECK(read("printa(@a); exit(0);") == Totals{11});
}

TEST_CASE("all lines of a heading are compared", "[dtrace]") {
  const std::string program =
      quiet(counts +
            "tick-1s { printf(\"READS\\n----\\n\"); printa(\"%s %@d\\n\", @a); clear(@a); }\n"
            "tick-3s { printf(\"WRITES\\n----\\n\"); printa(\"%s %@d\\n\", @b); clear(@b); }\n");
  const std::string reads = "READS\n----\nsh 3\n";
  CHECK(totals_of(read_with(program, reads + reads + reads + "WRITES\n----\nsh 500\n" + reads)) == Totals{12, 500});
}

TEST_CASE("a heading has the literals among the arguments of its printf()", "[dtrace]") {
  const std::string program =
      quiet(counts +
            "tick-1s { printf(\"%-8s %6s\\n\", \"NAME\", \"COUNT\"); printa(\"%s %@d\\n\", @a); clear(@a); }\n"
            "tick-3s { printf(\"%-8s %6s\\n\", \"NAME\", \"BYTES\"); printa(\"%s %@d\\n\", @b); clear(@b); }\n");
  const std::string reads = "NAME      COUNT\nsh 3\n";
  CHECK(totals_of(read_with(program, reads + reads + reads + "NAME      BYTES\nsh 500\n" + reads)) == Totals{12, 500});
}

TEST_CASE("two prints of one state are a warning where prints add", "[dtrace]") {
  const auto read = [](const std::string& between, const std::string& after) {
    return read_with(quiet(counts + "tick-1s { printa(@a); " + between + " printa(@a); " + after + " }\n"),
                     print("4") + print("4"));
  };
  CHECK(warns(read("", "clear(@a);"), "dtrace.program"));
  CHECK(!warns(read("clear(@a);", "clear(@a);"), "dtrace.program"));
  CHECK(!warns(read("", ""), "dtrace.program"));
}

TEST_CASE("numbers that a program prints in columns are a warning", "[dtrace]") {
  const auto read = [](const std::string& action, const std::string& aggregation) {
    return read_with(quiet("io:::start { " + action + " " + aggregation + " = sum(arg2); }\n"), print("4"));
  };
  CHECK(warns(read("trace(pid); trace(arg2); printf(\"\\n\");", "@a[execname]"), "dtrace.program"));
  CHECK(warns(read("printf(\" %8d %16d\\n\", pid, arg2);", "@a[execname]"), "dtrace.program"));
  CHECK(!warns(read("printf(\"%d %d\\n\", pid, arg2);", "@a[execname]"), "dtrace.program"));
}

TEST_CASE("a key that is a choice can be of any type", "[dtrace]") {
  const std::string program = quiet(
      "io:::start { @a[copyinstr(arg0) == \"x\" ? 1 : 0] = count(); @b[execname] = max(arg2); }\n"
      "tick-1s { printa(@a); printa(@b); }\n");
  const std::string rows = "\n" + number_key(0, 8) + value_line("7") + number_key(1, 8) + value_line("11");
  CHECK(totals_of(read_with(program, rows + print("900"))) == Totals{18, 900});
}

TEST_CASE("several programs with one aggregation are a warning", "[dtrace]") {
  const auto dtrace = [](const std::string& program) { return "dtrace -qn '" + program + "'\n"; };
  const std::string one = "syscall:::entry { @a[execname] = count(); }";
  const std::string script = "#!/bin/sh\n";
  CHECK(warns(read_with(script + dtrace(one) + dtrace(one + " tick-1s { clear(@a); }"), print("4")), "dtrace.program"));
  CHECK(!warns(read_with(script + dtrace(one) + dtrace("io:::start { @b[pid] = count(); }"), print("4")),
               "dtrace.program"));
  CHECK(warns(read_with("#ifdef A\n" + one + "\n#else\n" + one + "\n#endif\n", print("4")), "dtrace.program"));
  CHECK(warns(read_with(one + "\n#if 0\ntick-1s { clear(@a); }\n#endif\n", print("4")), "dtrace.program"));
}

TEST_CASE("neither a pattern of a shell nor a comment of D hides the program", "[dtrace]") {
  const std::string max = "syscall:::entry { @a[execname] = max(arg2); }";
  const auto read = [](const std::string& script) {
    return totals_of(read_with(script, print("4") + print("7"), {{"prints", "add"}}));
  };
  CHECK(read("#!/bin/sh\nrm -f /tmp/*.out\ndtrace -qn '" + max + "'\n") == Totals{7});
  CHECK(read("// try: dtrace -n 'io:::start { @z = count(); }'\n" + max + "\n") == Totals{7});
}

TEST_CASE("the newline that a print begins with may end the line of its heading", "[dtrace]") {
  const std::string program = quiet(
      "io:::start { @r[probefunc] = count(); @w[probefunc] = count(); }\n"
      "END { printf(\"READS:\"); printa(@r); printf(\"WRITES:\"); printa(@w); }\n");
  const Outcome outcome = read_with(program, "READS:\n" + row("sh", "3") + "WRITES:\n" + row("sh", "4"));
  CHECK(profiles_of(outcome) == Lines{"r: sh=3", "w: sh=4"});
  CHECK(!warns(outcome, "dtrace.lost_line"));
}

TEST_CASE("a printf() that leaves its line open before a printa() is a warning, unless its words are known",
          "[dtrace]") {
  const auto program = [](const std::string& actions) {
    return quiet("io:::start { @a[probefunc] = count(); @b = count(); }\nEND { " + actions + " }\n");
  };
  const std::string rows = R"(printa("%s %@d\n", @a);)";
  const std::string total = R"( printa("%@d\n", @b);)";
  const Outcome known = read_with(program(rows + R"( printf("%s ", "total");)" + total), "sh 5\nvi 7\ntotal 12\n");
  CHECK(profiles_of(known) == Lines{"a: sh=5 vi=7", "b: =12"});
  CHECK(!warns(known, "dtrace.program"));
  const std::string heading = R"(printf("%Y ", walltimestamp); )";
  const Outcome dated = read_with(program(heading + rows), "2024 Mar  3 12:00:00 sh 5\nvi 7\n");
  CHECK(profiles_of(dated) == Lines{"a: sh=5 vi=7"});
  CHECK(!warns(dated, "dtrace.program"));
  const std::string open_rows = R"(printf("%d ", timestamp); printa("%s %@d ", @a);)";
  CHECK(warns(read_with(program(open_rows), "1712 sh 5 vi 7 "), "dtrace.program"));
  const std::string unreadable = R"(printf("%f ", 1.5); printa("%s %@d\n", @a);)";
  CHECK(warns(read_with(program(unreadable), "1.5 sh 5\nvi 7\n"), "dtrace.program"));
  const std::string open = R"(printa("%@d", @b); )";
  CHECK(warns(read_with(program(open + R"(printf(" (%s)\n", execname);)"), "12 (sh)\n"), "dtrace.program"));
  CHECK(!warns(read_with(program(open + R"(printf("\n");)"), "12\n"), "dtrace.program"));
}

TEST_CASE("what BEGIN prints is no name of a profile", "[dtrace]") {
  const std::string program =
      quiet("BEGIN { printf(\"Tracing... Hit Ctrl-C to end.\\n\"); } syscall:::entry { @[probefunc] = count(); }\n");
  const Outcome outcome = read_with(program, "Tracing... Hit Ctrl-C to end.\n\n" + row("sh", "3") + row("vi", "4"));
  CHECK(profiles_of(outcome) == Lines{": sh=3 vi=4"});
}

TEST_CASE("the table of an empty stack may be taken for that of a format", "[dtrace]") {
  const auto program = [](const std::string& keys) {
    return quiet("io:::start { @t = quantize(arg0); @s[" + keys + R"(] = quantize(arg1); }
      tick-1s { printa("%@d\n", @t); printa(@s); trunc(@t); trunc(@s); })");
  };
  const std::string table = "\n" + table_head() + table_row("1", "3") + table_row("2", "0");
  CHECK(warns(read_with(program("ustack()"), table + "\n\n\n" + stack_a + table), "dtrace.program"));
  CHECK(!warns(read_with(program("probefunc"), table + "\n\n" + text_key("sh") + table), "dtrace.program"));
}

}  // namespace profconv::test
