// SPDX-License-Identifier: Apache-2.0
// Putting the stacks of a record together.
#include "readers/dtrace/record_stacks.h"

namespace profconv::dtrace {

bool RecordStacks::is_kernel_part(const Record& record, std::size_t stack) {
  const std::size_t end = stack + 1 < record.stacks.size() ? record.stacks[stack + 1] : record.frames.size();
  for (std::size_t i = record.stacks[stack]; i < end; ++i) {
    if (frames_.is_kernel(record.frames[i])) return true;
  }
  return false;
}

void RecordStacks::append_part(const Record& record, std::size_t stack, FrameKind kind) {
  const std::size_t end = stack + 1 < record.stacks.size() ? record.stacks[stack + 1] : record.frames.size();
  for (std::size_t i = record.stacks[stack]; i < end; ++i) {
    scratch_.push_back(frames_.frame(record.frames[i], kind));
  }
}

/// One stack of all that a record has, the kernel's frames on the side of the leaf.
StackId RecordStacks::stack_of(const Record& record) {
  scratch_.clear();
  const std::size_t count = record.stacks.size();
  if (count == 2) {
    const bool first_is_user = !is_kernel_part(record, 0) && is_kernel_part(record, 1);
    append_part(record, first_is_user ? 1 : 0, FrameKind::kernel);
    append_part(record, first_is_user ? 0 : 1, FrameKind::user);
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      append_part(record, i, is_kernel_part(record, i) ? FrameKind::kernel : FrameKind::user);
    }
  }
  return builder_.leaf_first(scratch_);
}

}  // namespace profconv::dtrace
