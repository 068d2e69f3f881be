// SPDX-License-Identifier: Apache-2.0
// Spans that begin and end -> samples of self time, for every format that records spans.
//
// A thread's sample lasts from one event to the next and has the spans that are open between them as its stack. Shared
// depth says which of them went on from the sample before, so that a hundred calls stay a hundred. A span that lasts no
// time is a sample of 0; where no span is open there is no sample.
//
//   SelfTime self_time(builder);
//   SpanTrack track = self_time.track();
//   for (const Event& event : events) {
//     if (self_time.advance(track, event.time_ns) != SelfTime::Step::forward) report("the time runs backwards");
//     if (event.is_begin) {
//       self_time.begin(track, event.frame, {}, event.line);
//     } else if (!self_time.end(track)) {
//       report("an end without a begin");
//     }
//   }
//   while (self_time.end(track)) report("a span never ends");
//   self_time.finish(profile, context, [&](std::uint32_t) { return thread; });
//
// From 10 to 21 main, in it from 12 to 15 read: samples of 2 (main), 3 (main;read) and 6 (main) at 10, 12 and 15.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "profconv/ids.h"
#include "profconv/profile_builder.h"

namespace profconv {

class Context;

/// A span that has ended: what its caller may want to report.
struct EndedSpan {
  std::uint64_t place = 0;    ///< given to begin()
  bool lasted = false;        ///< it had time of its own, or spans in it; else it became a sample of 0
  bool lacks_labels = false;  ///< it had labels, and no time of its own for a sample with them
};

/// The open spans of one thread. SelfTime makes it and works on it; it belongs to the caller.
class SpanTrack {
 public:
  /// The order in which tracks were made, from 0.
  [[nodiscard]] std::uint32_t number() const { return number_; }
  /// The time of the last event; nothing before the first.
  [[nodiscard]] std::optional<std::int64_t> now() const { return now_; }
  /// How many spans are open, and how many ever were together.
  [[nodiscard]] std::size_t depth() const { return open_.size(); }
  [[nodiscard]] std::size_t max_depth() const { return max_depth_; }
  /// The place of an open span, from the outermost, 0.
  [[nodiscard]] std::uint64_t place(std::size_t depth) const { return open_[depth].place; }

 private:
  friend class SelfTime;

  struct Open {
    StackId stack;
    LabelSetId labels;
    std::uint64_t place = 0;
    bool is_seen = false;       ///< a sample has it in its stack
    bool has_labelled = false;  ///< a sample has its labels
  };

  std::uint32_t number_ = 0;
  std::uint32_t shared_ = 0;  ///< how many open spans the last sample has
  std::optional<std::int64_t> now_;
  std::vector<Open> open_;
  std::size_t max_depth_ = 0;
};

/// Makes samples of the spans of all threads. It reports nothing: what is odd about an event is returned, and its
/// caller decides. Memory grows with the samples, which are kept until finish(): names of threads may come last.
class SelfTime {
 public:
  /// What became of a time.
  enum class Step : std::uint8_t {
    forward,    ///< it is now the track's
    backward,   ///< it is before the track's, which stays
    too_large,  ///< it is 2^63 ns or more after the track's, which stays
  };

  explicit SelfTime(ProfileSetBuilder& builder) : builder_(&builder) {}

  [[nodiscard]] SpanTrack track();

  /// Moves a track to the time of its next event, and gives the innermost span the time until then.
  [[nodiscard]] Step advance(SpanTrack& track, std::int64_t time_ns) {
    if (track.now_ && time_ns <= *track.now_) return time_ns < *track.now_ ? Step::backward : Step::forward;
    if (!track.open_.empty()) {
      std::int64_t value = 0;
      if (__builtin_sub_overflow(time_ns, *track.now_, &value)) return Step::too_large;
      add_sample(track, value);
    }
    track.now_ = time_ns;
    return Step::forward;
  }
  /// Opens a span at the track's time, 0 if it has none. `place` is the caller's own. A root span called no_stack_name
  /// is the empty stack. Throws LimitError.
  void begin(SpanTrack& track, FrameId frame, LabelSetId labels, std::uint64_t place);
  /// Closes the innermost span at the track's time; nothing where none is open.
  std::optional<EndedSpan> end(SpanTrack& track);

  /// Moves all samples into `profile`; spans that are still open get no more time, so end them before. `thread_of`
  /// takes a track's number; it is called once for each track with samples. Throws LimitError, Cancelled.
  void finish(ProfileBuilder& profile, const Context& context, const std::function<ThreadId(std::uint32_t)>& thread_of);

 private:
  /// A sample whose thread is not known yet.
  struct Row {
    std::uint32_t track = 0;
    StackId stack;
    LabelSetId labels;
    std::uint32_t shared = 0;
    std::int64_t start_ns = 0;
    std::int64_t value = 0;
  };

  void add_sample(SpanTrack& track, std::int64_t value);
  [[nodiscard]] bool is_no_stack(FrameId frame) const;

  ProfileSetBuilder* builder_;
  std::uint32_t tracks_ = 0;
  std::deque<Row> rows_;
  StackId no_stack_;  ///< of the span that is the empty stack
};

}  // namespace profconv
