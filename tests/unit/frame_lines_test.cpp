// SPDX-License-Identifier: Apache-2.0
// The lines of frames: names and offsets apart, and back together.
#include "readers/dtrace/text/frame_lines.h"

#include <string>
#include <string_view>
#include <vector>

#include "support/catch.h"

namespace profconv::test {

using dtrace::FrameLine;
using dtrace::FrameLines;

TEST_CASE("where a key could stand, a line is the one that was taken in, and no other of its name", "[dtrace]") {
  FrameLines lines;
  CHECK_FALSE(lines.find("  a`read+0x4c"));
  const FrameLine read = lines.add("  a`read+0x4c", true);
  CHECK(lines.find("  a`read+0x4c") == read);
  for (const std::string_view other :
       {"  a`read+0x4", "  a`read+0x4d", "  a`read+0x4c0", "  a`read", "  a`read+0x", "a`read+0x4c"}) {
    CHECK_FALSE(lines.find(other));
  }
  const FrameLine elsewhere = lines.add("  a`read+0x4d", true);
  CHECK(elsewhere.name == read.name);
  CHECK(elsewhere != read);
}

TEST_CASE("only an offset as DTrace prints it is separated from the name", "[dtrace]") {
  FrameLines lines;
  const std::vector<std::string> whole{"  a`f",      "  a`f+0x0",     "  a`f+0x01", "  a`f+0X1",
                                       "  a`f+0x1F", "  a`f+0x12345", "  a`f+0x1 ", "  +0x1",
                                       "  0x1234",   "a:0x12",        "  a`f 0x1",  "+0x1"};
  for (const std::string& line : whole) {
    INFO(line);
    const FrameLine added = lines.add(line, true);
    CHECK(added.digits == 0);
    CHECK(lines.line(added) == line);
    CHECK(lines.find(line) == added);
  }
  const FrameLine first = lines.add("    a`f+0x1", true);
  for (const std::string_view offset : {"1", "af", "123", "ffff"}) {
    const std::string line = "    a`f+0x" + std::string(offset);
    const FrameLine added = lines.add(line, true);
    CHECK(added.name == first.name);
    CHECK(added.offset() == offset);
    CHECK(lines.line(added) == line);
    CHECK(lines.text(added) == line.substr(4));
  }
}

TEST_CASE("offsets that are to be kept are part of the names", "[dtrace]") {
  FrameLines lines(true);
  CHECK(lines.add("    a`f+0x1", true).name != lines.add("    a`f+0x2", true).name);
  CHECK_FALSE(lines.find("    a`f+0x3"));
}

TEST_CASE("a line is known by another of its name, where that named a module and stands as far in", "[dtrace]") {
  FrameLines lines;
  lines.add("    a`read+0x4c", true);
  lines.add("    Lorg/Set:::add+0x1", false);
  const FrameLine other = lines.find("    a`read+0x5");
  CHECK(lines.line(other) == "    a`read+0x5");
  CHECK(other == lines.add("    a`read+0x5", true));
  CHECK_FALSE(lines.find("   a`read+0x6"));
  CHECK_FALSE(lines.find("    a`write+0x6"));
  CHECK_FALSE(lines.find("    Lorg/Set:::add+0x2"));
  CHECK(lines.line(lines.find("    Lorg/Set:::add+0x1")) == "    Lorg/Set:::add+0x1");
}

TEST_CASE("a line is the same whichever other it is likened to", "[dtrace]") {
  FrameLines lines;
  const FrameLine read = lines.add("    a`read+0x4c", true);
  const FrameLine write = lines.add("    a`write+0x4c", true);
  for (const std::string_view line : {"    a`read+0x4c", "    a`read+0x5", "    a`write", "    a`rea+0x4c", ""}) {
    INFO(line);
    CHECK(lines.find(line, read) == lines.find(line));
    CHECK(lines.find(line, write) == lines.find(line));
  }
}

TEST_CASE("names of all lengths stand beside each other", "[dtrace]") {
  FrameLines lines;
  std::vector<FrameLine> added;
  for (std::size_t size = 1; size < 200; ++size) added.push_back(lines.add(std::string(size, 'x'), false));
  for (std::size_t size = 1; size < 200; ++size) {
    CHECK(lines.line(added[size - 1]) == std::string(size, 'x'));
    CHECK(lines.find(std::string(size, 'x')) == added[size - 1]);
  }
}

TEST_CASE("lines are followed as far as each stood below the one before it", "[dtrace]") {
  FrameLines lines;
  const FrameLine leaf = lines.add("    a`leaf+0x1", true);
  for (const std::string text : {"    a`read+0x4c", "    a`main", "x"}) {
    const FrameLine below = lines.add(text, true);
    lines.set_below(leaf, below);
    std::vector<FrameLine> followed;
    const auto bytes = [&](const std::string& ahead) {
      followed.clear();
      return lines.follow(leaf, ahead, followed, 9);
    };
    CHECK(bytes(text + "\n") == text.size() + 1);
    CHECK(followed == std::vector{below});
    CHECK(bytes(text + "\nmore\n") == text.size() + 1);
    CHECK(bytes(text) == 0);
    CHECK(bytes(text + "\r\n") == 0);
    CHECK(bytes("") == 0);
    CHECK(bytes("\n") == 0);
    for (std::size_t i = 0; i < text.size(); ++i) {
      std::string other = text + "\n";
      other[i] = '!';
      CHECK(bytes(other) == 0);
    }
  }
}

TEST_CASE("known frames are followed whatever stood below one last, and no more than asked for are taken", "[dtrace]") {
  FrameLines lines;
  const FrameLine a = lines.add("    m`a+0x1", true);
  const FrameLine b = lines.add("    m`b+0x2", true);
  const FrameLine c = lines.add("    m`c+0x3", true);
  lines.set_below(a, b);
  lines.set_below(a, c);
  const std::string text = "    m`b+0x2\n    m`a+0x1\n    m`c+0x3\n    m`a+0xf\n    m`d+0x1\n";
  const FrameLine other = lines.find("    m`a+0xf");
  std::vector<FrameLine> followed{a};
  CHECK(lines.follow(a, text, followed, 9) == 48);
  CHECK(followed == std::vector{a, b, a, c, other});
  followed = {a};
  CHECK(lines.follow(a, text, followed, 3) == 24);
  CHECK(followed == std::vector{a, b, a});
}

TEST_CASE("lines that are not frames by themselves are not followed", "[dtrace]") {
  FrameLines lines;
  const FrameLine a = lines.add("    m`a+0x1", true);
  for (const std::string text :
       {"    unnamed", "              22", "    0", "m`b", "    m`b+0x", "    -1", "    0x5 7"}) {
    static_cast<void>(lines.add(text, false));
  }
  const auto follow = [&](const std::string& text) {
    std::vector<FrameLine> followed;
    static_cast<void>(lines.follow(a, text, followed, 1));
    return followed.size();
  };
  CHECK(follow("    unnamed\n") == 1);
  CHECK(follow("    0x5 7\n") == 1);
  for (const std::string text : {"              22", "    0", "m`b", "    m`b+0x", "    -1"}) {
    CAPTURE(text);
    CHECK(follow(text + "\n") == 0);
  }
}

TEST_CASE("a line too long to be remembered below another is not followed, and those that were still are", "[dtrace]") {
  FrameLines lines;
  const FrameLine above = lines.add("      m`above+0x1a", true);
  const FrameLine usual = lines.add("      m`usual+0x2b", true);
  const std::string head = "      m`";
  const std::string longest = head + std::string(32'767 - head.size(), 'n');
  const FrameLine remembered = lines.add(longest, true);
  const FrameLine forgotten = lines.add(longest + "n", true);
  lines.set_below(above, remembered);
  lines.set_below(above, usual);
  lines.set_below(above, forgotten);
  const auto follow = [&](const std::string& text) {
    std::vector<FrameLine> followed;
    static_cast<void>(lines.follow(above, text + "\n", followed, 1));
    return followed;
  };
  CHECK(follow(longest + "n").empty());
  CHECK(follow(longest) == std::vector{remembered});
  CHECK(follow("      m`usual+0x2b") == std::vector{usual});
  CHECK(lines.find(longest + "n") == forgotten);
}

}  // namespace profconv::test
