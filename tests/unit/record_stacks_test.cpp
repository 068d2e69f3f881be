// SPDX-License-Identifier: Apache-2.0
// Stacks that come again under other keys are remembered, and read like those that come once.
#include <string>

#include "support/catch.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

constexpr int turns = 4;

/// A record with a number as its first key, so that its stacks may come again.
std::string keyed(int key, const std::string& stacks) {
  return number_key(1000 + key, 8) + "\n" + stacks + value_line(std::to_string(key + 1));
}

}  // namespace

TEST_CASE("a stack that comes again has the same frames", "[dtrace]") {
  std::string text = "\n";
  Lines expected;
  for (int turn = 0; turn < turns; ++turn) {
    text += keyed(2 * turn, stack_a) + keyed(2 * turn + 1, stack_c);
    expected.push_back("m`a;m`b " + std::to_string(2 * turn + 1));
    expected.push_back("m`a;m`c " + std::to_string(2 * turn + 2));
  }
  CHECK(stacks_of(set_of(read_dtrace(text))) == expected);
}

TEST_CASE("equal frames that are split into two stacks at another place are other stacks", "[dtrace]") {
  const std::string read = frame_line("vmlinux`read+0x1");
  const std::string entry = frame_line("m`entry+0x1");
  const std::string main = frame_line("m`main+0x2");
  std::string text = "\n";
  for (int turn = 0; turn < turns; ++turn) {
    text += keyed(2 * turn, read + "\n" + entry + main) + keyed(2 * turn + 1, read + entry + "\n" + main);
  }
  const ProfileSet set = set_of(read_dtrace(text));
  const Samples& samples = set.profiles()[0].samples;
  REQUIRE(samples.size() == 2 * turns);
  for (std::size_t row = 2; row < samples.size(); ++row) CHECK(samples.stack[row] == samples.stack[row - 2]);
  CHECK(samples.stack[0] != samples.stack[1]);
  const auto entry_kind = [&](std::size_t row) {
    return set.dictionary().frame(set.dictionary().stacks()[samples.stack[row].value].frame).kind;
  };
  CHECK(entry_kind(0) == FrameKind::kernel);
  CHECK(entry_kind(1) == FrameKind::kernel);
}

}  // namespace profconv::test
