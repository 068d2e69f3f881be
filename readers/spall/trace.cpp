// SPDX-License-Identifier: Apache-2.0
// Reporting what is odd, and naming threads.
#include "readers/spall/trace.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/names/frame_names.h"
#include "core/wire/spall.h"

namespace profconv::spall_in {

namespace {

constexpr std::string_view renamed = "a process or thread is named again: shown by its last name";

}  // namespace

Lane& Trace::lane(std::optional<std::uint32_t> pid, std::uint32_t tid) {
  const std::int64_t process = pid ? std::int64_t{*pid} : Thread::unknown;
  if (last_lane_ != nullptr && last_lane_->tid == tid && last_lane_->pid == process) return *last_lane_;
  const std::uint64_t key = std::uint64_t{pid.value_or(0)} << 32U | tid;
  const auto [found, is_new] = lane_of_.try_emplace(key, static_cast<std::uint32_t>(lanes_.size()));
  if (is_new) {
    Lane& made = lanes_.emplace_back();
    made.spans = self_time_.track();
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

void Trace::advance(Lane& lane, std::optional<std::int64_t> time, std::uint64_t byte) {
  if (!time) {
    return loss("spall.time", "an event's time is no number of nanoseconds: taken to be where the one before is", byte);
  }
  switch (self_time_.advance(lane.spans, *time)) {
    case SelfTime::Step::backward:
      return loss("spall.backwards", "an event lies before the one before it on its thread: taken to be where that is",
                  byte);
    case SelfTime::Step::too_large:
      throw ReadError(input_->at_byte(byte), "two times of a thread are more than 2^63 ns apart");
    case SelfTime::Step::forward:
      if (check_) check_->time(*time);
  }
}

void Trace::check_thread(const Lane& lane, std::uint64_t byte) {
  const auto is_in_process = [&](const Lane& other) { return other.spans.now() && other.pid == lane.pid; };
  if (lane.spans.now() || std::none_of(lanes_.begin(), lanes_.end(), is_in_process)) return;
  check_->end_of_unknown_thread(byte);
}

void Trace::begin(Lane& lane, std::optional<std::int64_t> time, FrameId frame, LabelSetId labels, std::uint64_t byte) {
  advance(lane, time, byte);
  try {
    self_time_.begin(lane.spans, frame, labels, byte);
  } catch (const LimitError& error) {
    throw LimitError(input_->at_byte(byte), error.what());
  }
}

void Trace::report(const EndedSpan& span) {
  if (!span.lacks_labels) return;
  loss("spall.arguments", "a span without time of its own has arguments: they are left out", span.place);
}

void Trace::end(Lane& lane, std::optional<std::int64_t> time, std::uint64_t byte) {
  advance(lane, time, byte);
  const std::optional<EndedSpan> span = self_time_.end(lane.spans);
  if (!span) return loss("spall.unmatched_end", "an end without a begin is left out", byte);
  if (check_ && !span->lasted) check_->span_without_time(span->place);
  report(*span);
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
    for (std::size_t depth = 0; depth < lane.spans.depth(); ++depth) {
      loss("spall.unclosed", "a span never ends: taken to end at the last event of its thread",
           lane.spans.place(depth));
    }
    while (const std::optional<EndedSpan> span = self_time_.end(lane.spans)) report(*span);
  }
  std::size_t empty = lanes_.size();
  self_time_.finish(profile, input_->context(), [&](std::uint32_t number) {
    --empty;
    return thread(lanes_[number]);
  });
  if (check_) {
    for (const Lane& lane : lanes_) check_->thread(lane.pid, lane.spans.max_depth());
    check_->finish();
  }
  if (empty != 0) {
    input_->context().note("spall.empty_thread", input_->whole(),
                           "threads without a span are left out: " + std::to_string(empty));
  }
}

}  // namespace profconv::spall_in
