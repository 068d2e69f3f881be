// SPDX-License-Identifier: Apache-2.0
// The rules of collapsed stacks, one broken file each.
#include "support/catch.h"
#include "support/checking.h"

namespace profconv::test {

namespace {

std::string found(std::string_view text) { return places(checked(text, "collapsed")); }

}  // namespace

TEST_CASE("check: good collapsed stacks have nothing to find", "[check][collapsed]") {
  CHECK(found("main;parse;read 30\nmain;parse 2\nmain 100\n") == "");
  CHECK(found(" 7\n") == "warning collapsed.empty_stack :1\n");
  CHECK(found("[no stack] 7\n") == "");
}

TEST_CASE("check: lines that are no stacks are told one by one", "[check][collapsed]") {
  CHECK(found("main;a 1\nnonsense\nmain;b 2\nmain;c x\n") ==
        "error collapsed.bad_line :2\nerror collapsed.bad_line :4\n");
}

TEST_CASE("check: blanks around a line", "[check][collapsed]") {
  CHECK(found("main;a 1\nmain;b 2 \nmain;c 3\t\n") ==
        "warning collapsed.trailing_blank :2\nwarning collapsed.trailing_blank :3\n");
  CHECK(found("main;a 1\n  main;b 2\n") == "warning collapsed.leading_blank :2\n");
}

TEST_CASE("check: frames without a name", "[check][collapsed]") {
  CHECK(found("main;;a 1\n;main 2\nmain; 3\n") ==
        "warning collapsed.empty_frame :1\nwarning collapsed.empty_frame :2\nwarning collapsed.empty_frame :3\n");
}

TEST_CASE("check: values that are not made of digits", "[check][collapsed]") {
  CHECK(found("a 1\nb 1.5\nc -3\nd 1e3\n") ==
        "warning collapsed.number :2\nwarning collapsed.number :3\nwarning collapsed.number :4\n");
}

TEST_CASE("check: a stack that comes again", "[check][collapsed]") {
  CHECK(found("main;a 1\nmain;b 1\nmain;a 1\n") == "note collapsed.duplicate :3\n");
}

TEST_CASE("check: comments", "[check][collapsed]") {
  CHECK(found("# mode: wall\nmain;a 1\n") == "note collapsed.comment :1\n");
}

TEST_CASE("check: ends of lines", "[check][collapsed]") {
  const CheckResult result = checked("main;a 1\nmain;b 2\r\nmain;c 3\r\n", "collapsed");
  CHECK(places(result) == "warning collapsed.crlf :2\n");
  CHECK(result.findings.front().message.find("2 of 3 lines") == 0);
}

TEST_CASE("check: lines of one number among lines of two", "[check][collapsed]") {
  CHECK(found("main;a 1 2\nmain;b 3 4\nmain;c 5\n") == "warning collapsed.columns :3\n");
  CHECK(found("main;a 1 2\nmain;b 3 4\n") == "note collapsed.two_columns\n");
}

}  // namespace profconv::test
