// SPDX-License-Identifier: Apache-2.0
// Opening and closing spans.
#include "readers/spall/trace.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/names/frame_names.h"
#include "core/wire/spall.h"

namespace profconv::spall_in {

namespace {

constexpr std::size_t rows_between_polls = 4096;
constexpr std::string_view renamed = "a process or thread is named again: shown by its last name";

}  // namespace

Lane& Trace::lane(std::optional<std::uint32_t> pid, std::uint32_t tid) {
  const std::int64_t process = pid ? std::int64_t{*pid} : Thread::unknown;
  if (last_lane_ != nullptr && last_lane_->tid == tid && last_lane_->pid == process) return *last_lane_;
  const std::uint64_t key = std::uint64_t{pid.value_or(0)} << 32U | tid;
  const auto [found, is_new] = lane_of_.try_emplace(key, static_cast<std::uint32_t>(lanes_.size()));
  if (is_new) {
    Lane& made = lanes_.emplace_back();
    made.number = found->second;
    made.pid = process;
    made.tid = tid;
  }
  last_lane_ = &lanes_[found->second];
  return *last_lane_;
}

void Trace::name_process(const Lane& lane, std::string_view name, std::uint64_t byte) {
  StringId& known = process_names_[lane.pid];
  const StringId id = builder_->string(name);
  if (known && known != id) note("spall.renamed", renamed, byte);
  known = id;
}

void Trace::name_thread(Lane& lane, std::string_view name, std::uint64_t byte) {
  const StringId id = builder_->string(name);
  if (lane.name && lane.name != id) note("spall.renamed", renamed, byte);
  lane.name = id;
}

FrameId Trace::frame(std::string_view name, std::uint64_t byte) {
  if (name.empty()) {
    note("spall.nameless", "a span without a name is called [unknown]", byte);
    name = "[unknown]";
  }
  if (name.size() == spall::max_name_bytes) {
    note("spall.full_names", "a name fills all 255 bytes and may have been cut", byte);
  }
  const StringId id = builder_->string(name);
  if (id.value >= frames_.size()) frames_.resize(builder_->dictionary().strings().size() + 64);
  FrameId& known = frames_[id.value];
  if (!known) known = builder_->frame({.function = builder_->function({.name = id})});
  return known;
}

LabelSetId Trace::arguments(std::string_view text) {
  if (text.empty()) return {};
  const std::array labels{LabelText{.key = "args", .text = text}};
  return builder_->labels(labels);
}

void Trace::error(std::string_view kind, std::string_view message, std::uint64_t byte) {
  input_->context().error(kind, input_->at_byte(byte), message);
}

void Trace::note(std::string_view kind, std::string_view message, std::uint64_t byte) {
  input_->context().note(kind, input_->at_byte(byte), message);
}

void Trace::loss(std::string_view kind, std::string_view message, std::uint64_t byte) {
  input_->context().data_loss(kind, input_->at_byte(byte), message);
}

void Trace::unknown_event(unsigned type, std::string_view left_out, std::uint64_t byte) {
  error("spall.unknown_event",
        "an event of type " + std::to_string(type) + " has no size that is known; " + std::string(left_out), byte);
}

void Trace::add_sample(Lane& lane, std::int64_t value) {
  Lane::Open& innermost = lane.open.back();
  const bool is_empty_stack = no_stack_ && innermost.stack == no_stack_;
  rows_.push_back({.lane = lane.number,
                   .stack = is_empty_stack ? StackId{} : innermost.stack,
                   .labels = innermost.labels,
                   .shared = is_empty_stack ? 0 : lane.shared,
                   .start_ns = *lane.now,
                   .value = value});
  innermost.is_seen = true;
  innermost.is_told = true;
  lane.shared = is_empty_stack ? 0 : static_cast<std::uint32_t>(lane.open.size());
}

void Trace::advance(Lane& lane, std::optional<std::int64_t> time, std::uint64_t byte) {
  if (!time) {
    return loss("spall.time", "an event's time is no number of nanoseconds: taken to be where the one before is", byte);
  }
  if (lane.now && *time < *lane.now) {
    return loss("spall.backwards", "an event lies before the one before it on its thread: taken to be where that is",
                byte);
  }
  if (lane.now && *time > *lane.now && !lane.open.empty()) {
    std::int64_t value = 0;
    if (__builtin_sub_overflow(*time, *lane.now, &value)) {
      throw ReadError(input_->at_byte(byte), "two times of a thread are more than 2^63 ns apart");
    }
    add_sample(lane, value);
  }
  lane.now = *time;
  if (check_) check_->time(*time);
}

void Trace::check_thread(const Lane& lane, std::uint64_t byte) {
  const auto is_in_process = [&](const Lane& other) { return other.now && other.pid == lane.pid; };
  if (lane.now || std::none_of(lanes_.begin(), lanes_.end(), is_in_process)) return;
  check_->end_of_unknown_thread(byte);
}

void Trace::begin(Lane& lane, std::optional<std::int64_t> time, FrameId frame, LabelSetId labels, std::uint64_t byte) {
  advance(lane, time, byte);
  if (!lane.now) lane.now = 0;
  const StackId parent = lane.open.empty() ? StackId{} : lane.open.back().stack;
  try {
    const StackId stack = builder_->child(parent, frame);
    if (!parent && !no_stack_) {
      const StringId name = builder_->dictionary().function(builder_->dictionary().frame(frame).function).name;
      if (builder_->dictionary().string(name) == no_stack_name) no_stack_ = stack;
    }
    lane.open.push_back({.stack = stack, .labels = labels, .byte = byte});
    lane.max_depth = std::max(lane.max_depth, lane.open.size());
  } catch (const LimitError& error) {
    throw LimitError(input_->at_byte(byte), error.what());
  }
}

void Trace::close_innermost(Lane& lane) {
  if (!lane.open.back().is_seen) add_sample(lane, 0);
  if (lane.open.back().labels && !lane.open.back().is_told) {
    loss("spall.arguments", "a span without time of its own has arguments: they are left out", lane.open.back().byte);
  }
  lane.open.pop_back();
  if (lane.shared > lane.open.size()) lane.shared = static_cast<std::uint32_t>(lane.open.size());
  if (!lane.open.empty()) lane.open.back().is_seen = true;
}

void Trace::end(Lane& lane, std::optional<std::int64_t> time, std::uint64_t byte) {
  advance(lane, time, byte);
  if (lane.open.empty()) {
    loss("spall.unmatched_end", "an end without a begin is left out", byte);
  } else {
    if (check_ && !lane.open.back().is_seen) check_->span_without_time(lane.open.back().byte);
    close_innermost(lane);
  }
}

ThreadId Trace::thread(const Lane& lane) {
  const auto process = process_names_.find(lane.pid);
  return builder_->thread({.pid = lane.pid,
                           .tid = lane.tid,
                           .process_name = process == process_names_.end() ? StringId{} : process->second,
                           .thread_name = lane.name});
}

void Trace::finish(ProfileBuilder& profile) {
  for (Lane& lane : lanes_) {
    for (const Lane::Open& span : lane.open) {
      loss("spall.unclosed", "a span never ends: taken to end at the last event of its thread", span.byte);
    }
    while (!lane.open.empty()) close_innermost(lane);
  }
  std::vector<std::optional<ThreadId>> threads(lanes_.size());
  std::size_t until_poll = rows_between_polls;
  for (; !rows_.empty(); rows_.pop_front()) {
    if (--until_poll == 0) {
      input_->context().check_cancelled();
      until_poll = rows_between_polls;
    }
    const Row& row = rows_.front();
    std::optional<ThreadId>& id = threads[row.lane];
    if (!id) id = thread(lanes_[row.lane]);
    profile.add(
        {.stack = row.stack, .thread = *id, .labels = row.labels, .start_ns = row.start_ns, .shared_depth = row.shared},
        row.value);
  }
  if (check_) {
    for (const Lane& lane : lanes_) check_->thread(lane.pid, lane.max_depth);
    check_->finish();
  }
  std::size_t empty = 0;
  for (const auto& id : threads) empty += id ? 0 : 1;
  if (empty != 0) {
    input_->context().note("spall.empty_thread", input_->whole(),
                           "threads without a span are left out: " + std::to_string(empty));
  }
}

}  // namespace profconv::spall_in
