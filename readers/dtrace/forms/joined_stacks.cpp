// SPDX-License-Identifier: Apache-2.0
// Comparing by last frames.
#include "readers/dtrace/forms/joined_stacks.h"

#include <algorithm>

namespace profconv::dtrace {

void JoinedStacks::see(std::span<const FrameLine> frames, std::uint64_t line) {
  const std::uint32_t last = frames.back().name;
  Group& group = groups_[last];
  // A function may call itself.
  std::size_t begin = frames.size() - 1;
  while (begin != 0 && frames[begin - 1].name == last) --begin;
  const auto above = frames.first(begin);
  if (std::any_of(above.begin(), above.end(), [&](FrameLine each) { return each.name == last; })) {
    group.others.add(line);
    group.longest = std::max(group.longest, frames.size());
  } else {
    ++group.whole;
    group.longest_whole = std::max(group.longest_whole, frames.size());
  }
}

Finding JoinedStacks::found() const {
  Finding joined;
  for (const auto& [name, group] : groups_) {
    if (group.longest <= group.longest_whole || group.others.count >= group.whole) continue;
    joined.line = joined.any() ? std::min(joined.line, group.others.line) : group.others.line;
    joined.count += group.others.count;
  }
  return joined;
}

}  // namespace profconv::dtrace
