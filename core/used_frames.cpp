// SPDX-License-Identifier: Apache-2.0
// Walking through the stack nodes from the end: parents precede children, so that one pass finds all callers.
#include "profconv/used_frames.h"

namespace profconv {

std::vector<std::uint8_t> used_frames(const Dictionary& dictionary, std::span<const Profile> profiles) {
  const auto stacks = dictionary.stacks();
  std::vector<std::uint8_t> is_used_stack(stacks.size());
  for (const Profile& profile : profiles) {
    for (const StackId stack : profile.samples.stack) is_used_stack[stack.value] = 1;
  }
  std::vector<std::uint8_t> is_used(dictionary.frames().size());
  // Without branches: which nodes are used follows no pattern.
  for (std::size_t i = stacks.size(); i-- > 1;) {
    is_used_stack[stacks[i].parent.value] |= is_used_stack[i];
    is_used[stacks[i].frame.value] |= is_used_stack[i];
  }
  return is_used;
}

}  // namespace profconv
