// SPDX-License-Identifier: Apache-2.0
// Putting the stacks of a record together.
#include "readers/dtrace/record_stacks.h"

#include <span>

namespace profconv::dtrace {

namespace {

std::span<const FrameLine> part(const Record& record, std::size_t stack) {
  const std::size_t end = stack + 1 < record.stacks.size() ? record.stacks[stack + 1] : record.frames.size();
  return std::span(record.frames).subspan(record.stacks[stack], end - record.stacks[stack]);
}

}  // namespace

/// One stack of all that a record has, the kernel's frames on the side of the leaf.
StackId RecordStacks::stack_of(const Record& record) {
  scratch_.clear();
  const std::size_t count = record.stacks.size();
  if (count == 2) {
    const bool first_is_user = !frames_.any_is_kernel(part(record, 0)) && frames_.any_is_kernel(part(record, 1));
    frames_.append(part(record, first_is_user ? 1 : 0), FrameKind::kernel, scratch_);
    frames_.append(part(record, first_is_user ? 0 : 1), FrameKind::user, scratch_);
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      const auto frames = part(record, i);
      frames_.append(frames, frames_.any_is_kernel(frames) ? FrameKind::kernel : FrameKind::user, scratch_);
    }
  }
  return builder_.leaf_first(scratch_);
}

}  // namespace profconv::dtrace
