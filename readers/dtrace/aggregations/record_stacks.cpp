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

StackId RecordStacks::stack_of(const Record& record, std::uint64_t hash) {
  const auto is_this = [&](std::uint32_t number) { return is_like(known_[number - 1], record); };
  if (const std::uint32_t number = numbers_.find(hash, is_this)) return known_[number - 1].stack;
  seen_.prefetch(hash);
  const StackId stack = join(record);
  if (seen_.contains(hash)) {
    remember(record, hash, stack);
  } else {
    seen_.insert(hash);
  }
  return stack;
}

bool RecordStacks::is_like(const Known& known, const Record& record) const {
  const bool has_places = known.stack_count == record.stacks.size() && known.last_begin == record.stacks.back();
  const auto frames = std::span(known_frames_).subspan(known.first_frame, known.frame_count);
  return has_places && bytes_of(frames) == bytes_of(record.frames);
}

void RecordStacks::remember(const Record& record, std::uint64_t hash, StackId stack) {
  // The beginning of the last stack distinguishes one or two stacks, not more.
  constexpr std::size_t most_stacks = 2;
  if (record.stacks.empty() || record.stacks.size() > most_stacks) return;
  known_.push_back({.first_frame = known_frames_.size(),
                    .frame_count = record.frames.size(),
                    .stack_count = record.stacks.size(),
                    .last_begin = record.stacks.back(),
                    .stack = stack});
  known_frames_.insert(known_frames_.end(), record.frames.begin(), record.frames.end());
  numbers_.add(hash, static_cast<std::uint32_t>(known_.size()));
}

/// By the modules of the kernel's frames, else as the D program has it.
bool RecordStacks::is_user_first(const Record& record) {
  const bool kernel_first = frames_.any_is_kernel(part(record, 0));
  const bool kernel_second = frames_.any_is_kernel(part(record, 1));
  if (kernel_first != kernel_second) return kernel_second;
  if (order_ != StackOrder::unknown) return order_ == StackOrder::user_first;
  if (!kernel_first && !part(record, 0).empty() && !part(record, 1).empty()) {
    report_.data_loss(
        "dtrace.stack_order", record.line,
        "neither of two stacks names the kernel: assuming the first is the kernel's; --set dtrace.script=FILE decides");
  }
  return false;
}

/// One stack of all that a record has, the kernel's frames on the side of the leaf.
StackId RecordStacks::join(const Record& record) {
  const std::size_t with_codes = frames_.with_codes();
  scratch_.resize(record.frames.size());
  FrameId* const end = scratch_.data() + scratch_.size();
  const std::size_t count = record.stacks.size();
  if (count == 2 && order_ != StackOrder::all_user) {
    const bool first_is_user = is_user_first(record);
    FrameId* const between = frames_.put_before(end, part(record, first_is_user ? 1 : 0), FrameKind::kernel);
    frames_.put_before(between, part(record, first_is_user ? 0 : 1), FrameKind::user);
  } else {
    FrameId* begin = end;
    for (std::size_t i = 0; i < count; ++i) {
      const auto frames = part(record, i);
      begin = frames_.put_before(begin, frames, frames_.any_is_kernel(frames) ? FrameKind::kernel : FrameKind::user);
    }
  }
  if (frames_.with_codes() != with_codes) {
    report_.data_loss("dtrace.colors", record.line,
                      "a frame of this stack has a terminal's codes in its name: one function may be two");
  }
  return builder_.root_first(scratch_);
}

}  // namespace profconv::dtrace
