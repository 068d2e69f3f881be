// SPDX-License-Identifier: Apache-2.0
// The grammar of DHAT's frames, and which of them were inlined.
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "core/wire/dhat_frame.h"
#include "readers/dhat/frame_table.h"
#include "support/catch.h"

namespace profconv::test {

namespace {

struct Expected {
  std::string text;
  std::uint64_t address = 0;
  std::string name;
  std::string file;
  std::int64_t line = 0;
  std::int64_t column = 0;
  std::string object;
};

void check_frame(const Expected& expected) {
  INFO(expected.text);
  const dhat::FrameText frame = dhat::parse_frame(expected.text);
  CHECK(frame.address == expected.address);
  CHECK(frame.name == expected.name);
  CHECK(frame.file == expected.file);
  CHECK(frame.line == expected.line);
  CHECK(frame.column == expected.column);
  CHECK(frame.object == expected.object);
}

std::vector<bool> marks(const std::vector<std::uint64_t>& addresses, const std::vector<std::uint32_t>& entries) {
  std::vector<unsigned char> found;
  dhat::InlineChains().mark(addresses, entries, found);
  return {found.begin(), found.end()};
}

}  // namespace

TEST_CASE("a frame is an address, a name and a place", "[dhat]") {
  check_frame({.text = "0x109168: via (fp.c:6)", .address = 0x109168, .name = "via", .file = "fp.c", .line = 6});
  check_frame({.text = "0x48417B4: malloc (in /usr/libexec/valgrind/vgpreload_dhat-amd64-linux.so)",
               .address = 0x48417B4,
               .name = "malloc",
               .object = "/usr/libexec/valgrind/vgpreload_dhat-amd64-linux.so"});
  check_frame({.text = "0x55d0c1: alloc::raw_vec::finish_grow (alloc/src/raw_vec.rs:518:5)",
               .address = 0x55d0c1,
               .name = "alloc::raw_vec::finish_grow",
               .file = "alloc/src/raw_vec.rs",
               .line = 518,
               .column = 5});
}

TEST_CASE("a name may hold blanks, colons and parentheses", "[dhat]") {
  check_frame(
      {.text = "0x1: f(int (*)(int)) (a.cpp:3)", .address = 1, .name = "f(int (*)(int))", .file = "a.cpp", .line = 3});
  check_frame({.text = "0x1: (below main) (libc-start.c:58)",
               .address = 1,
               .name = "(below main)",
               .file = "libc-start.c",
               .line = 58});
  check_frame({.text = "0x1: (below main)", .address = 1, .name = "(below main)"});
  check_frame({.text = "0x1: A::operator()(int) (a.h:1)",
               .address = 1,
               .name = "A::operator()(int)",
               .file = "a.h",
               .line = 1});
  check_frame({.text = "0x1: grow [clone .cold] (in /opt/my app (x86)/lib.so)",
               .address = 1,
               .name = "grow [clone .cold]",
               .object = "/opt/my app (x86)/lib.so"});
  check_frame({.text = "0x1: f: g (a:b.c:7)", .address = 1, .name = "f: g", .file = "a:b.c", .line = 7});
}

TEST_CASE("a path may hold parentheses that match", "[dhat]") {
  check_frame(
      {.text = "0x1: main (proj (1)/main.c:12)", .address = 1, .name = "main", .file = "proj (1)/main.c", .line = 12});
  check_frame(
      {.text = "0x1: main (src (a:3).cpp:4)", .address = 1, .name = "main", .file = "src (a:3).cpp", .line = 4});
  check_frame(
      {.text = "0x1: main (dir (in y)/p.c:4)", .address = 1, .name = "main", .file = "dir (in y)/p.c", .line = 4});
  check_frame({.text = "0x1: main (in /x/dir (in y)/p)", .address = 1, .name = "main", .object = "/x/dir (in y)/p"});
  check_frame({.text = "0x1: f(int (*)(int)) (in /x/src (a:3))",
               .address = 1,
               .name = "f(int (*)(int))",
               .object = "/x/src (a:3)"});
  check_frame({.text = "0x1: {closure#0} (a (b)/lib.rs:3:4)",
               .address = 1,
               .name = "{closure#0}",
               .file = "a (b)/lib.rs",
               .line = 3,
               .column = 4});
}

TEST_CASE("where a path's parentheses do not match, the last place counts", "[dhat]") {
  check_frame({.text = "0x1: f (a)b.c:3)", .address = 1, .name = "f", .file = "a)b.c", .line = 3});
  check_frame({.text = "0x1: f (in /x (/y)", .address = 1, .name = "f", .object = "/x (/y"});
  check_frame({.text = "0x1: f (b(a.c:3)", .address = 1, .name = "f", .file = "b(a.c", .line = 3});
}

TEST_CASE("names and paths whose parentheses match are told apart, whatever they are made of", "[dhat]") {
  const std::vector<std::string> pieces{"f",        " ",   "(",          ")",   " (1)",    "(in y)", " (a:3)",
                                        "in ",      "a:3", ":7",         "/p/", "(*)",     ".c",     "lambda",
                                        "<(int)0>", ")(",  "operator()", "()",  " (in /q)"};
  std::mt19937 random(17);
  const auto any = [&](std::size_t most) { return std::uniform_int_distribution<std::size_t>(0, most)(random); };
  const auto matches = [](const std::string& text) {
    int depth = 0;
    for (const char c : text) {
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (depth < 0) return false;
    }
    return depth == 0;
  };
  const auto text = [&](const std::string& end) {
    for (;;) {
      std::string made = "x";
      for (std::size_t i = any(4); i > 0; --i) made += pieces[any(pieces.size() - 1)];
      made += end;
      if (matches(made)) return made;
    }
  };
  for (int i = 0; i < 20'000; ++i) {
    Expected expected{.address = 1, .name = text("y")};
    const std::string begin = "0x1: " + expected.name + " (";
    if (any(1) == 0) {
      expected.object = text(".so");
      expected.text = begin + "in " + expected.object + ")";
    } else {
      expected.file = text(".c");
      expected.line = static_cast<std::int64_t>(any(1000));
      expected.text = begin + expected.file + ":" + std::to_string(expected.line) + ")";
    }
    check_frame(expected);
  }
}

TEST_CASE("what a frame does not tell stays empty", "[dhat]") {
  check_frame({.text = "0x1: ???", .address = 1});
  check_frame({.text = "0x2: ??? (in \?\?\?)", .address = 2});
  check_frame({.text = "0x3: core::fmt::write (???:0:0)", .address = 3, .name = "core::fmt::write"});
  check_frame({.text = "[root]", .name = "[root]"});
  check_frame({.text = "no address (a.c:1)", .name = "no address", .file = "a.c", .line = 1});
  check_frame({.text = "0x: f", .name = "0x: f"});
  check_frame({.text = "0x11112222333344445: f", .name = "0x11112222333344445: f"});
  check_frame({.text = "0x1: f (in )", .address = 1, .name = "f (in )"});
  check_frame({.text = "0x1: f (:12)", .address = 1, .name = "f (:12)"});
  check_frame({.text = "0x1: f (a.c:99999999999999999999)", .address = 1, .name = "f (a.c:99999999999999999999)"});
  check_frame({.text = "", .name = ""});
}

TEST_CASE("a frame with very many parentheses is read in one pass", "[dhat]") {
  std::string text = "0x1: f";
  for (int i = 0; i < 200'000; ++i) text += " (";
  text += ":" + std::string(200'000, '9') + ")";
  CHECK(dhat::parse_frame(text).address == 1);
}

TEST_CASE("of the entries with one address all but the last were inlined", "[dhat]") {
  CHECK(marks({7, 7, 7, 9}, {1, 2, 3, 4}) == std::vector{true, true, false, false});
  CHECK(marks({7, 8, 7}, {1, 2, 1}) == std::vector{false, false, false});
  CHECK(marks({}, {}).empty());
}

TEST_CASE("a recursion repeats its chain", "[dhat]") {
  CHECK(marks({7, 7, 7}, {1, 1, 1}) == std::vector{false, false, false});
  CHECK(marks({7, 7, 7, 7}, {1, 2, 1, 2}) == std::vector{true, false, true, false});
  CHECK(marks({7, 7, 7, 7, 7, 7}, {1, 1, 2, 1, 1, 2}) == std::vector{true, true, false, true, true, false});
  CHECK(marks({7, 7, 7}, {1, 2, 1}) == std::vector{true, true, false});
}

TEST_CASE("entries without an address are no chain", "[dhat]") {
  CHECK(marks({0, 0, 0}, {1, 2, 3}) == std::vector{false, false, false});
}

}  // namespace profconv::test
