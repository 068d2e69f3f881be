// SPDX-License-Identifier: Apache-2.0
// Text that a printf() leaves open before a printa().
#include <cstdint>
#include <string>
#include <vector>

#include "support/catch.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

const std::string count = "profile-97 { @a[probefunc] = count(); @b[probefunc] = count(); }\n";

/// The kinds of its warnings.
Lines warnings_of(const Outcome& outcome) {
  Lines kinds;
  for (const Diagnostic& each : outcome.diagnostics) {
    if (each.severity == Severity::data_loss) kinds.push_back(each.kind);
  }
  return kinds;
}

std::string tick(const std::string& actions) { return quiet(count + "tick-1s { " + actions + " }\n"); }

}  // namespace

TEST_CASE("a printa() in default form ends the line of a text, where its print begins", "[dtrace]") {
  const auto program = [](const std::string& actions) {
    return quiet("syscall:::entry { @a[probefunc] = count(); }\ntick-1s { " + actions + " }\n");
  };
  for (const std::string text : {R"(printf("%Y ", walltimestamp);)", R"(printf("at %Y ", walltimestamp);)"}) {
    const std::string date = text.find("at") == text.npos ? "2026 Nov 29 07:58:3" : "at 2026 Nov 29 07:58:3";
    const std::string input =
        date + "6 \n" + row("sh", "3") + row("vi", "9") + date + "7 \n" + row("sh", "4") + row("vi", "4");
    const Outcome cleared = read_with(program(text + " printa(@a); clear(@a);"), input);
    CHECK(profiles_of(cleared) == Lines{"a: sh=7 vi=13"});
    CHECK(warnings_of(cleared).empty());
    CHECK(profiles_of(read_with(program(text + " printa(@a);"),
                                date + "6 \n" + row("sh", "3") + date + "7 \n" + row("sh", "4"))) == Lines{"a: sh=4"});
  }
}

TEST_CASE("a printa() with a format goes on in the line of a text", "[dtrace]") {
  const std::string rows = R"(printa("%s %@d\n", @a); clear(@a);)";
  const auto is_read = [&](const std::string& text, const std::string& first, const std::string& second) {
    const Outcome outcome =
        read_with(tick(text + rows), first + "Web Content 3\nvi 9\n" + second + "Web Content 4\nvi 4\n");
    CHECK(profiles_of(outcome) == Lines{"a: Web Content=7 vi=13"});
    CHECK(warnings_of(outcome).empty());
  };
  is_read(R"(printf("%Y ", walltimestamp);)", "2026 Nov 29 07:58:36 ", "2026 Nov 29 07:58:37 ");
  is_read(R"(printf("\n%Y\n", walltimestamp);)", "\n2026 Nov 29 07:58:36\n", "\n2026 Nov 29 07:58:37\n");
  is_read(R"(printf("%d ", timestamp);)", "14879962644565 ", "14880962643783 ");
  is_read(R"(printf("%s: ", probename);)", "tick-1s: ", "tick-1s: ");
  is_read(R"(printf("%Y", walltimestamp); printf(" > ");)", "2026 Nov 29 07:58:36 > ", "2026 Nov 29 07:58:37 > ");
}

TEST_CASE("a format without records leaves the text before it to the next", "[dtrace]") {
  const std::string rows = R"(printf("%Y ", walltimestamp); printa("%s %@d\n", @a); trunc(@a);)";
  const std::string date = "2026 Nov 29 07:58:3";
  const Outcome outcome = read_with(tick(rows), date + "6 " + date + "7 sh 4\n" + date + "8 sh 3\nvi 3\n");
  CHECK(profiles_of(outcome) == Lines{"a: sh=7 vi=3"});
  CHECK(warnings_of(outcome).empty());
  const std::string two = R"(printf("A: "); printa("%s %@d\n", @a); printf("B: "); printa("%s %@d\n", @b);)";
  CHECK(profiles_of(read_with(tick(two), "A: B: sh 5\n")) == Lines{"b: sh=5"});
  CHECK(profiles_of(read_with(tick(two), "A: sh 5\nvi 6\nB: sh 7\n")) == Lines{"a: sh=5 vi=6", "b: sh=7"});
}

TEST_CASE("a text without words may be of a key", "[dtrace]") {
  const std::string rows = R"(printf("%s: ", probefunc); printa("%s %@d\n", @a);)";
  CHECK(warns(read_with(tick(rows), "read: sh 5\ndisk: vi 6\n"), "dtrace.joined_keys"));
}

TEST_CASE("a record that lacks blanks of its format may be in default form", "[dtrace]") {
  const std::string rows = R"(printa("%s %@d \n", @a);)";
  CHECK(!warns(read_with(tick(rows), "sh 5\nvi 6\n"), "dtrace.formats"));
  CHECK(warns(read_with(tick(rows), "sh 5 \nvi 6\n"), "dtrace.formats"));
}

TEST_CASE("without the D program, text that ends in a blank may head an aggregation", "[dtrace]") {
  const std::string input = "\n" + row("sh", "3") + "total: \n" + row("vi", "4");
  CHECK(warns(read_dtrace(input), "dtrace.heading"));
  const std::string dates = "2026 Nov 29 07:58:36 \n" + row("sh", "4") + "2026 Nov 29 07:58:37 \n" + row("sh", "3");
  CHECK(totals_of(read_dtrace(dates)) == std::vector<std::int64_t>{7});
  CHECK(!warns(read_dtrace("\n" + row("sh", "3") + "connected\n" + row("vi", "4")), "dtrace.heading"));
}

TEST_CASE("a value without keys right below repeated text may be the same one printed again", "[dtrace]") {
  const std::string text = "total\n" + value_line("1") + "total\n" + value_line("2");
  CHECK(warns(read_dtrace(text), "dtrace.heading"));
  CHECK_FALSE(warns(read_dtrace(value_line("1") + value_line("2")), "dtrace.heading"));
  const std::string program = quiet("io:::start { @n = sum(arg0); }\ntick-1s { printf(\"total\"); printa(@n); }\n");
  CHECK(totals_of(read_with(program, text)) == std::vector<std::int64_t>{2});
}

TEST_CASE("a text that may hold the next one, which the end of its line lacks, is a warning", "[dtrace]") {
  const std::string program =
      quiet("io:::start { @a[execname, probefunc] = count(); }\ntick-1s { printa(\"%@u, %5s %s\\n\", @a); }\n");
  CHECK(warns(read_with(program, "1, sshd job-2\n"), "dtrace.joined_keys"));
  CHECK_FALSE(warns(read_with(program, "1,  sshd job-2\n"), "dtrace.joined_keys"));
}

TEST_CASE("a line between a heading and its first print is a warning", "[dtrace]") {
  const std::string rest = "READS\n\n" + row("sh", "12") + row("ls", "243");
  CHECK(
      warns(read_dtrace("READS\n\nSegmentation fault\n" + row("vi", "5") + row("ls", "236") + rest), "dtrace.heading"));
  CHECK_FALSE(warns(read_dtrace("READS\n\n" + row("vi", "5") + row("ls", "236") + rest), "dtrace.heading"));
}

}  // namespace profconv::test
