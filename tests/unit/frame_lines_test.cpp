// SPDX-License-Identifier: Apache-2.0
// The lines of frames: names and offsets apart, and back together.
#include "readers/dtrace/frame_lines.h"

#include <string>
#include <string_view>
#include <vector>

#include "support/catch.h"

namespace profconv::test {

using dtrace::FrameLine;
using dtrace::FrameLines;

TEST_CASE("a line is the one that was taken in, and no other of its name", "[dtrace]") {
  FrameLines lines;
  CHECK_FALSE(lines.find("  a`read+0x4c"));
  const FrameLine read = lines.add("  a`read+0x4c", 2, true);
  CHECK(lines.find("  a`read+0x4c") == read);
  for (const std::string_view other :
       {"  a`read+0x4", "  a`read+0x4d", "  a`read+0x4c0", "  a`read", "  a`read+0x", "a`read+0x4c"}) {
    CHECK_FALSE(lines.find(other));
  }
  const FrameLine elsewhere = lines.add("  a`read+0x4d", 2, true);
  CHECK(elsewhere.name == read.name);
  CHECK(elsewhere != read);
  CHECK(lines.size() == 1);
}

TEST_CASE("only an offset as DTrace prints it is told from the name", "[dtrace]") {
  FrameLines lines;
  const std::vector<std::string> whole{"  a`f",      "  a`f+0x0",     "  a`f+0x01", "  a`f+0X1",
                                       "  a`f+0x1F", "  a`f+0x12345", "  a`f+0x1 ", "  +0x1",
                                       "  0x1234",   "a:0x12",        "  a`f 0x1",  "+0x1"};
  for (const std::string& line : whole) {
    INFO(line);
    const FrameLine added = lines.add(line, 0, true);
    CHECK(added.digits == 0);
    CHECK(lines.line(added) == line);
    CHECK(lines.find(line) == added);
  }
  for (const std::string_view offset : {"1", "af", "123", "ffff"}) {
    const std::string line = "    a`f+0x" + std::string(offset);
    const FrameLine added = lines.add(line, 4, true);
    CHECK(added.offset() == offset);
    CHECK(lines.line(added) == line);
    CHECK(lines.text(added) == line.substr(4));
  }
  CHECK(lines.size() == whole.size() + 1);
}

TEST_CASE("offsets that are to be kept are part of the names", "[dtrace]") {
  FrameLines lines(true);
  CHECK(lines.add("  a`f+0x1", 2, true).name != lines.add("  a`f+0x2", 2, true).name);
}

TEST_CASE("a line is known by another of its name, where that named a module and stands as far in", "[dtrace]") {
  FrameLines lines;
  lines.add("    a`read+0x4c", 4, true);
  lines.add("    Lorg/Set:::add+0x1", 4, false);
  const FrameLine other = lines.find_like("    a`read+0x5", 4);
  CHECK(lines.line(other) == "    a`read+0x5");
  CHECK(lines.find("    a`read+0x5") == other);
  CHECK_FALSE(lines.find_like("    a`read+0x6", 2));
  CHECK_FALSE(lines.find("    a`read+0x6"));
  CHECK_FALSE(lines.find_like("    a`write+0x6", 4));
  CHECK_FALSE(lines.find_like("    Lorg/Set:::add+0x2", 4));
  CHECK(lines.line(lines.find_like("    Lorg/Set:::add+0x1", 4)) == "    Lorg/Set:::add+0x1");
}

TEST_CASE("a text is matched by a whole line alone", "[dtrace]") {
  FrameLines lines;
  for (const std::string line : {"  a`read+0x4c", "  a`main", "x"}) {
    const FrameLine known = lines.add(line, 0, true);
    CHECK(lines.match(known, line + "\n") == line.size() + 1);
    CHECK(lines.match(known, line + "\nmore") == line.size() + 1);
    CHECK(lines.match(known, line) == 0);
    CHECK(lines.match(known, line + "\r\n") == 0);
    CHECK(lines.match(known, "") == 0);
    for (std::size_t i = 0; i < line.size(); ++i) {
      std::string other = line + "\n";
      other[i] = '!';
      CHECK(lines.match(known, other) == 0);
    }
  }
}

}  // namespace profconv::test
