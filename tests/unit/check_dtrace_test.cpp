// SPDX-License-Identifier: Apache-2.0
// What is wrong in the text of DTrace, line by line.
#include <string>

#include "support/catch.h"
#include "support/checking.h"

namespace profconv::test {

namespace {

constexpr std::string_view record =
    "\n"
    "              libc.so.6`read+0x4c\n"
    "              prog`main+0xf\n"
    "               45\n";

std::string found(const std::string& text) { return places(checked(text, "dtrace")); }

}  // namespace

TEST_CASE("check: good output of DTrace has nothing to find", "[check][dtrace]") {
  CHECK(found(std::string(record)) == "");
}

TEST_CASE("check: every drop and error is told by its line", "[check][dtrace]") {
  const std::string text =
      "dtrace: 846 aggregation drops on CPU 0\n"
      "dtrace: 12 aggregation drops on CPU 1\n"
      "dtrace: 3 drops on CPU 0\n"
      "dtrace: 7 dynamic variable drops with non-empty dirty list\n"
      "dtrace: error on enabled probe ID 1 (ID 1: a:b:c:d): invalid address (0x0)\n" +
      std::string(record);
  CHECK(found(text) ==
        "warning dtrace.aggregation_drops :1\n"
        "warning dtrace.aggregation_drops :2\n"
        "warning dtrace.drops :3\n"
        "warning dtrace.other_drops :4\n"
        "warning dtrace.errors :5\n");
  CHECK(checked(text, "dtrace").findings[1].message.find("12 aggregation drops on CPU 1") == 0);
}

TEST_CASE("check: a record that was cut", "[check][dtrace]") {
  const std::string cut = std::string(record) + "\n              libc.so.6`read+0x4c\n              prog`main+0xf\n";
  CHECK(places_of(checked(cut, "dtrace"), "dtrace.truncated").find("error :") == 0);
}

TEST_CASE("check: stacks without a value are told one by one", "[check][dtrace]") {
  const std::string stack = "\n              prog`main+0xf\n              prog`start+0x1\nsome words\n";
  const CheckResult result = checked(std::string(record) + stack + stack + std::string(record), "dtrace");
  CHECK(places_of(result, "dtrace.no_value").find(", error :") != std::string::npos);
}

TEST_CASE("check: ends of lines of both kinds", "[check][dtrace]") {
  CHECK(found(std::string(record) + "\r\n") == "note dtrace.mixed_line_ends :5\n");
}

}  // namespace profconv::test
