// SPDX-License-Identifier: Apache-2.0
// Putting the stacks of a record together.
#include "readers/dtrace/aggregations/record_stacks.h"

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
  scratch_.resize(record.frames.size());
  FrameId* const end = scratch_.data() + scratch_.size();
  const std::size_t count = record.stacks.size();
  if (count == 2) {
    const bool first_is_user = !frames_.any_is_kernel(part(record, 0)) && frames_.any_is_kernel(part(record, 1));
    FrameId* const between = frames_.put_before(end, part(record, first_is_user ? 1 : 0), FrameKind::kernel);
    frames_.put_before(between, part(record, first_is_user ? 0 : 1), FrameKind::user);
  } else {
    FrameId* begin = end;
    for (std::size_t i = 0; i < count; ++i) {
      const auto frames = part(record, i);
      begin = frames_.put_before(begin, frames, frames_.any_is_kernel(frames) ? FrameKind::kernel : FrameKind::user);
    }
  }
  return builder_.root_first(scratch_);
}

}  // namespace profconv::dtrace
