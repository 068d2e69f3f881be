// SPDX-License-Identifier: Apache-2.0
// Lines of stacks that were cut, joined or wrapped, or are other text: each is a warning, and right ones are silent.
#include "support/catch.h"
#include "unit/bpftrace_reading.h"

namespace profconv::test::bpftrace {

using Read = BpftraceText;

namespace {

const std::string build_id(40, 'a');

/// A stack of lines in the key of a map without other keys.
std::string keyed(const std::vector<std::string>& lines) {
  std::string text = "@[\n";
  for (const std::string& line : lines) text += line + "\n";
  return text + "]: 3\n";
}

}  // namespace

TEST_CASE("a line of a stack that lacks what others have is a warning", "[bpftrace]") {
  const std::vector<std::vector<std::string>> stacks{
      {"    do_wo", "    f+1", "    main+3"},
      {"    do_some_lo", "    ng+4", "    main+3"},
      {"    f+1", "    hello world", "    main+3"},
      {"    f+1", "    main+"},
      {"    f+1", "    add"},
      {"hello", "    f+1", "    main+3"},
      {"\t7f658e71f829 sysc", "\t7f658e71f82a main+3 (/src/a)"},
      {"\t7f658e71f829 syscall+25 (/usr/li", "\t7f658e71f82a main+3 (/src/a)"},
      {"\t7f658e71f829 syscall+25", "\t7f658e71f82a main+3 (/src/a)"},
      {"\t7f658e71f829", "\t7f658e71f82a main+3 (/src/a)"},
      {"\tffffffff8167", "\t7f658e71f82a main+3 (/src/a)"},
      {"    f+1@/src/a", "    g+2@/src/b.c:7"},
      {"7f658e71f829", "hello", "7f658e71f82a"},
      {build_id + " 0x1189", build_id + " 0x"},
      {build_id + " 0x1189", build_id.substr(0, 14)}};
  for (const auto& stack : stacks) {
    CAPTURE(stack);
    CHECK(Read(heading + keyed(stack)).warns("bpftrace.odd_frame"));
  }
  const Read read(heading + keyed({"    f+1", "    main+3"}) + keyed({"    f+1", "    ma"}));
  CHECK(read.found("bpftrace.odd_frame")->where.line == 8);
  CHECK(read.found("bpftrace.odd_frame")->count == 1);
}

TEST_CASE("two frames on one line are a warning", "[bpftrace]") {
  for (const std::string line :
       {"    f+1    g+2", "    f+1g+2", "    f+1 g+2", "    f<int, 3>(a)+1g+2", "    operator<(a)+1    g+2",
        "    f+1    g", "    x     g+2", "    12\t    g+2", "    0x7f658e71f829    0x7f658e71f82a",
        "    0x7f658e71f8290x7f658e71f82a", "    f+1@/a.c:3    g+2@/a.c:7", "    f+1@/a.c:3g+2@/a.c:7",
        "\t7f658e71f829 f+1 (/a)\t7f658e71f82a g+2 (/b)", "\t7f658e71f829 f+1 (/a)7f658e71f82a g+2 (/b)",
        "\tffffffff814ef11f f+1\tffffffff814ef120 g+2", "\tffffffff814ef11f f+1ffffffff814ef120 g+2",
        "7f658e71f8297f658e71f82a", "7f658e71f829    7f658e71f82a"}) {
    CAPTURE(line);
    CHECK(Read(heading + keyed({line})).warns("bpftrace.odd_frame"));
  }
}

TEST_CASE("right lines of stacks are silent", "[bpftrace]") {
  const std::vector<std::vector<std::string>> stacks{
      {"    leaf", "    main"},
      {"    leaf", "    main", "    start", "    f+1"},
      {"    A::operator+(A const&)+4", "    A::operator<<(int)+4", "    f<(unsigned int)1+2u>()+3", "    g+5"},
      {"    non-virtual thunk to X::f(int, char)+4", "    <T as U<V, W>>::f+1", "    f::{{closure}}+12"},
      {"    LazyCompile:*f /home/a+2b/x.js:3+25", "    RegExp:^a+2b$+25", "    py::f:/home/a+1b.py+12"},
      {"    [inlined] add@/src/a.c:12", "    f+44@/src/a@b.c:34", "    0x10", "    0x7f658e71f829", "    [unknown]"},
      {"    f+1@/src/a.c:3", "    do_syscall_64+3"},
      {"    f+1", "    7f658e71f829", "    ffffffff814ef11f"},
      {"\tffffffff814ef11f sys_bpf+4095", "\t7f658e71f829 g(void (*)(int))+25 (/tmp/x (deleted))",
       "\t5441fd89 0x5441fd89 ([unknown])", "\t55a42c1b0a60 in (inlined)", "\t7f658e71f82a f+1 ([unknown])"},
      {"7f658e71f829", "401136", "ffffffff814ef11f", "3145c93145f63100"},
      {build_id + " 0x1189", build_id + " 0x10"}};
  for (const auto& stack : stacks) {
    CAPTURE(stack);
    CHECK(Read(heading + keyed(stack)).context.diagnostics().empty());
  }
}

TEST_CASE("blank lines within a key are a warning", "[bpftrace]") {
  for (const std::string blank : {"", "  ", "      "}) {
    CAPTURE(blank);
    const Read middle(heading + keyed({"    f+1", blank, "    main+3"}));
    CHECK(middle.rows() == Rows{"main;f 3"});
    CHECK(middle.found("bpftrace.text_in_key")->where.line == 4);
    const Read first(heading + keyed({blank, "    f+1", "    main+3"}));
    CHECK(first.rows() == Rows{"main;f 3"});
    CHECK(first.found("bpftrace.text_in_key")->where.line == 3);
    CHECK(Read(heading + keyed({"7f08", blank, "7f09"})).warns("bpftrace.text_in_key"));
  }
  CHECK(Read(heading + "@[two\n\nlines]: 3\n").found("bpftrace.text_in_key") == nullptr);
}

TEST_CASE("text that splits the stack of a key is a warning", "[bpftrace]") {
  CHECK(Read(heading + keyed({"    f+1", ", foo", "    main+3"})).warns("bpftrace.text_in_key"));
  CHECK(Read(heading + "@[app, 12\n34]: 3\n").warns("bpftrace.text_in_key"));
  CHECK_FALSE(Read(heading + "@[12\nlines]: 3\n").warns("bpftrace.text_in_key"));
  CHECK_FALSE(Read(heading + "@[(\n    f+1\n, app)]: 3\n").warns("bpftrace.text_in_key"));
}

TEST_CASE("a line between two frames of a printed stack is a warning", "[bpftrace]") {
  const std::string above = "1 wrk\n\n        leaf+4\n";
  const std::string below = "        main+2\n\n";
  CHECK(Read(heading + above + "        do_wo\n" + below).found("bpftrace.odd_frame")->where.line == 5);
  CHECK(Read(heading + above + "        f+1    g+2\n" + below).warns("bpftrace.odd_frame"));
  CHECK(Read(heading + "@[a]: 5\n    f+1\n@[\n    g+1\n]: 3\n").found("bpftrace.odd_frame")->where.line == 3);
  CHECK_FALSE(Read(heading + "@[a]: 5\n" + above + below + "@[a]: 5\n").warns("bpftrace.odd_frame"));
  CHECK_FALSE(Read(heading + above + below + above + below).warns("bpftrace.odd_frame"));
  CHECK_FALSE(Read(heading + above + "stack:\n" + below).warns("bpftrace.odd_frame"));
}

}  // namespace profconv::test::bpftrace
