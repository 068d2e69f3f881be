// SPDX-License-Identifier: Apache-2.0
// What dtrace prints as it ends although the program prints it elsewhere, and prints whose keys or order tell how many
// aggregations they are of.
#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/catch.h"
#include "support/fixtures.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

bool says(const Outcome& outcome, std::string_view words) {
  const auto& all = outcome.diagnostics;
  return std::any_of(all.begin(), all.end(), [&](const Diagnostic& each) {
    return each.severity == Severity::data_loss && each.message.find(words) != std::string::npos;
  });
}

}  // namespace

TEST_CASE("an aggregation that dtrace may have printed as its printa() did not run is a warning", "[dtrace]") {
  const auto warned = [](const std::string& clauses, const std::string& text) {
    const Outcome outcome =
        read_with(quiet("read:entry { @calls[probefunc] = count(); @n = count(); @sum = sum(arg2); }\n"
                        "write:entry { @bytes[probefunc] = sum(arg2); }\n" +
                        clauses),
                  text);
    return says(outcome, "did not run");
  };
  // Behind the print of END comes @bytes in default form, and no empty line.
  const std::string late =
      "tick-1s { printa(@calls); trunc(@calls); } tick-60s { printa(\"%s %@d\\n\", @bytes); printa(@n); printa(@sum); "
      "}\n"
      "END { printa(@calls); }\n";
  const std::string calls = "\n" + row("read", "3") + "\n" + row("read", "4");
  CHECK(warned(late, calls + "\n" + row("write", "9")));
  CHECK_FALSE(warned(late, calls + "\n"));
  // More values than the program leaves to the end.
  const std::string rest = "\n" + value_line("9");
  const std::string values = "tick-60s { printa(@n); } END { trunc(@calls); trunc(@bytes); }\n";
  CHECK(warned(values, rest + value_line("4096")));
  CHECK_FALSE(warned(values, rest + "\n" + value_line("4096")));
}

TEST_CASE("a line that a clause leaves open above a format of another is a warning", "[dtrace]") {
  const auto warned = [](const std::string& text, const std::string& format) {
    const std::string program = quiet("read:entry { @a[execname] = count(); }\ntick-1s { printf(\"" + text +
                                      "\"); }\nEND { printa(\"" + format + "\", @a); }\n");
    return says(read_with(program, "1 2 7 sh\n\n"), "ends a clause");
  };
  CHECK(warned("%d ", "%@d %s\\n"));
  CHECK_FALSE(warned("%d\\n", "%@d %s\\n"));
  CHECK_FALSE(warned("%d ", "\\n%@d %s\\n"));
}

TEST_CASE("aggregations of the same keys have as many records, though stacks of threads look alike", "[dtrace]") {
  const auto print = [](std::initializer_list<std::pair<const std::string*, const char*>> records) {
    std::string text = "\n";
    for (const auto& [stack, value] : records) text += stack_record(*stack, value);
    return text;
  };
  const std::string program = quiet(
      "read:return { @bytes[ustack()] = sum(arg1); @calls[ustack()] = count(); }\n"
      "write:return { @wbytes[ustack()] = sum(arg1); }\n");
  const Outcome outcome = read_with(program, print({{&stack_a, "2203714"},
                                                    {&stack_a, "4072772"},
                                                    {&stack_a, "2472"},
                                                    {&stack_a, "4568"},
                                                    {&stack_c, "1147021"},
                                                    {&stack_c, "2119820"}}));
  CHECK(totals_of(outcome) == std::vector<std::int64_t>{6276486, 7040, 3266841});
  // No value falls, and there is one way.
  const std::string all =
      quiet("read:return { @n[ustack()] = count(); @b[ustack()] = sum(arg1); @max[ustack()] = max(arg1); }\n");
  const Outcome even = read_with(
      all,
      print(
          {{&stack_a, "1"}, {&stack_c, "2"}, {&stack_a, "10"}, {&stack_c, "20"}, {&stack_a, "21"}, {&stack_c, "22"}}));
  CHECK(totals_of(even)[0] == 3);
  CHECK(totals_of(even)[1] == 30);
  // Clauses of conditions fill as they like.
  const std::string either =
      quiet("read:return { @n[ustack()] = count(); }\nread:return /x/ { @b[ustack()] = count(); }\n");
  CHECK(warns(read_with(either, print({{&stack_a, "1"}, {&stack_a, "2"}, {&stack_a, "3"}, {&stack_a, "4"}})),
              "dtrace.alike"));
}

TEST_CASE("equal values are no sign that a print is sorted by its keys", "[dtrace]") {
  const auto of = [](std::initializer_list<std::pair<int, const char*>> records) {
    std::string text = "\n";
    for (const auto& [key, value] : records) text += number_key(key, 8) + value_line(value);
    return warns(read_dtrace(text), "dtrace.values_restart");
  };
  CHECK(of({{0, "2"}, {2, "1"}, {3, "1"}, {10, "1"}, {11, "1"}, {12, "60"}}));
  CHECK_FALSE(of({{0, "2"}, {2, "1"}, {3, "4"}, {10, "1"}, {11, "9"}, {12, "60"}}));
}

}  // namespace profconv::test
