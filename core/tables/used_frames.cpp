// SPDX-License-Identifier: Apache-2.0
// Walking through the stack nodes from the end: parents precede children, so that one pass finds all callers.
#include "core/tables/used_frames.h"

namespace profconv {

std::vector<std::uint8_t> used_frames(const Dictionary& dictionary, std::span<const Profile> profiles) {
  const auto stacks = dictionary.stacks();
  constexpr std::size_t word_bits = 64;
  std::vector<std::uint64_t> used_stacks(stacks.size() / word_bits + 1);
  const auto mark = [&](StackId stack, std::uint64_t bit) {
    used_stacks[stack.value / word_bits] |= bit << stack.value % word_bits;
  };
  for (const Profile& profile : profiles) {
    for (const StackId stack : profile.samples.stack) mark(stack, 1);
  }
  std::vector<std::uint8_t> is_used(dictionary.frames().size());
  // Without branches on what is used, which follows no pattern. Most parents stand right before: they are told at once.
  std::uint64_t used_by_next = 0;
  for (std::size_t i = stacks.size(); i-- > 1;) {
    const std::uint64_t used = (used_stacks[i / word_bits] >> i % word_bits & 1) | used_by_next;
    const bool is_before = stacks[i].parent.value + std::size_t{1} == i;
    if (!is_before) mark(stacks[i].parent, used);
    used_by_next = is_before ? used : 0;
    is_used[stacks[i].frame.value] |= static_cast<std::uint8_t>(used);
  }
  return is_used;
}

}  // namespace profconv
