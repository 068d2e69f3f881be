// SPDX-License-Identifier: Apache-2.0
// The threads of a trace, their names, and what is odd about their events; core/time/self_time.h makes the samples.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/time/self_time.h"
#include "profconv/input.h"
#include "profconv/profile_builder.h"
#include "readers/spall/check.h"

namespace profconv::spall_in {

/// A thread of the trace.
struct Lane {
  SpanTrack spans;
  std::int64_t pid = Thread::unknown;
  std::int64_t tid = Thread::unknown;
  StringId name;
};

/// The threads of a trace while it is read.
class Trace {
 public:
  Trace(Input& input, ProfileSetBuilder& builder) : input_(&input), builder_(&builder), self_time_(builder) {
    if (input.context().is_checking()) check_.emplace(input);
  }

  /// The same object for the same ids. Without `pid` where the trace knows no processes.
  [[nodiscard]] Lane& lane(std::optional<std::uint32_t> pid, std::uint32_t tid);
  void name_process(const Lane& lane, std::string_view name, std::uint64_t byte);
  void name_thread(Lane& lane, std::string_view name, std::uint64_t byte);

  /// Events at `byte` of the input; without `time` where that is none that can be told.
  void begin(Lane& lane, std::optional<std::int64_t> time, FrameId frame, LabelSetId labels, std::uint64_t byte);
  void end(Lane& lane, std::optional<std::int64_t> time, std::uint64_t byte);
  [[nodiscard]] FrameId frame(std::string_view name, std::uint64_t byte);
  [[nodiscard]] LabelSetId arguments(std::string_view text);
  /// A byte that begins no event; what cannot be read is `left_out`.
  void unknown_event(unsigned type, std::string_view left_out, std::uint64_t byte);
  void error(std::string_view kind, std::string_view message, std::uint64_t byte);
  /// Where a trace is checked, what judges its events by the viewer's rules; null elsewhere.
  [[nodiscard]] Check* check() { return check_ ? &*check_ : nullptr; }
  /// Of a thread that an event of version 1 ends a span on; before end().
  void check_thread(const Lane& lane, std::uint64_t byte);

  /// Ends what is open, moves all samples into `profile`, says what was odd.
  void finish(ProfileBuilder& profile);

 private:
  void advance(Lane& lane, std::optional<std::int64_t> time, std::uint64_t byte);
  void report(const EndedSpan& span);
  [[nodiscard]] ThreadId thread(const Lane& lane);
  void note(std::string_view kind, std::string_view message, std::uint64_t byte);
  void loss(std::string_view kind, std::string_view message, std::uint64_t byte);

  Input* input_;
  ProfileSetBuilder* builder_;
  SelfTime self_time_;
  std::deque<Lane> lanes_;
  std::unordered_map<std::uint64_t, std::uint32_t> lane_of_;
  Lane* last_lane_ = nullptr;
  std::unordered_map<std::int64_t, StringId> process_names_;
  std::vector<FrameId> frames_;  ///< by the name's id
  std::optional<Check> check_;
};

}  // namespace profconv::spall_in
