// SPDX-License-Identifier: Apache-2.0
// Whole stacks that repeat.
#include "readers/dtrace/text/known_stacks.h"

#include <string>
#include <string_view>
#include <vector>

#include "support/catch.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

using dtrace::block_below;
using dtrace::FrameLine;

constexpr std::string_view two_lines = "              a.out`poll+0x1f\n              a.out`main+0x2a\n";

/// A leaf, what follows it in the text, and what is known of such.
struct Stacks {
  dtrace::FrameLines lines;
  dtrace::KnownStacks known{lines};
  FrameLine leaf = lines.add("              libc.so.6`read+0x4c", true);
  std::vector<FrameLine> frames = {leaf, lines.add("              a.out`poll+0x1f", true),
                                   lines.add("              a.out`main+0x2a", true)};

  bool find(std::string_view text) { return !known.find(leaf, block_below(14, text)).empty(); }
};

}  // namespace

TEST_CASE("a block of frames ends where a line may be a value") {
  const std::string frames(two_lines);
  CHECK(block_below(14, frames + "                1\n").text == frames);
  CHECK(block_below(14, frames + "              123\n").text == frames);
  CHECK(block_below(14, frames + "\n              a.out`main+0x2a\n").text == frames);
  CHECK(block_below(14, frames + "              0x4005d6\n").lines == 3);
  CHECK(block_below(14, frames + "  job-2\n").text == frames);
  CHECK(block_below(14, frames + "              a.out`cut").text == frames);
  CHECK(block_below(0, frames).lines == 0);
  CHECK(block_below(14, "").lines == 0);
}

TEST_CASE("a stack is known once it has appeared twice") {
  Stacks stacks;
  for (int appearance = 1; appearance <= 2; ++appearance) {
    CHECK_FALSE(stacks.find(two_lines));
    stacks.known.learn(stacks.frames);
  }
  const auto found = stacks.known.find(stacks.leaf, block_below(14, two_lines));
  CHECK(std::vector(found.begin(), found.end()) == stacks.frames);
  const FrameLine other = stacks.lines.add("              libc.so.6`write+0x4c", true);
  CHECK(stacks.known.find(other, block_below(14, two_lines)).empty());
}

TEST_CASE("lines that are not those of the frames are not learned") {
  Stacks stacks;
  const std::string cut = "              a.out`poll+0x1fdone\n              a.out`main+0x2a\n";
  for (int appearance = 1; appearance <= 3; ++appearance) {
    CHECK_FALSE(stacks.find(cut));
    stacks.known.learn(stacks.frames);
  }
  for (int appearance = 1; appearance <= 3; ++appearance) {
    CHECK_FALSE(stacks.find(two_lines));
    stacks.known.learn({stacks.frames.data(), 2});
  }
}

TEST_CASE("stacks that repeat are read like those that do not", "[dtrace]") {
  std::string text = "\n";
  Lines expected;
  for (const std::string value : {"1", "20", "300", "1234567890123456", "5"}) {
    text += number_key(static_cast<std::int64_t>(1000 + expected.size()), 17) + "\n" +
            frame_line("libc.so.6`read+0x4c") + std::string(two_lines) + value_line(value);
    expected.push_back("a.out`main;a.out`poll;libc.so.6`read " + value);
  }
  CHECK(stacks_of(set_of(read_dtrace(text))) == expected);
}

}  // namespace profconv::test
