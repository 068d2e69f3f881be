// SPDX-License-Identifier: Apache-2.0
// Lays the samples of a profile out in time and tells them as spans that begin and end, thread by thread: what every
// writer of a trace format (Spall, Chrome's JSON) needs. docs/formats/spall.md shows what it does in pictures.
//
// Every sample lasts exactly its weight, so the self time of a stack is the profile's value. Each thread has a clock of
// its own. Samples with start times begin at their time, or where the one before them on the thread ends: where that
// is later (they queue), and where the gap is below an eighth of the sampling period, which is a timer's jitter.
// Samples without times lie end to end. Touching stacks that share a prefix, by name, share its spans.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/names/name_table.h"
#include "profconv/context.h"
#include "profconv/options.h"
#include "profconv/profile.h"
#include "profconv/profile_builder.h"

namespace profconv {

/// How samples without start times follow each other: sorted by the names of their frames, so that equal prefixes
/// meet, or as they were read.
enum class TimeLayout : std::uint8_t { merged, input };

inline constexpr std::array<std::string_view, 2> layout_choices{"merged", "input"};

/// An option of every writer of traces: the layout of samples without times.
inline constexpr Option layout_option{
    .name = "layout",
    .type = OptionType::choice,
    .fallback = "merged",
    .summary = "order of samples without times: sorted, so that equal callers are one span, or as in the input",
    .choices = layout_choices};

/// What layout_option says, and how samples must be read for it.
[[nodiscard]] TimeLayout layout_of(const Options& options);
[[nodiscard]] SampleOrder order_of_layout(const Writer&, const Options& options);

/// How long a tick is: a fraction of nanoseconds. One sample is a tick where nothing else is known of its time.
struct Tick {
  double numerator_ns = 1;
  double denominator = 1;
};

/// The tick of one sample. A period is a rounded rate in most profiles; the rate is what a viewer should show.
[[nodiscard]] Tick tick_of_period(std::int64_t period_ns);

/// A lane of spans. A thread whose ids are not known stands in process 1, or as thread 1 of its process, or takes the
/// first number that no known one has.
struct Track {
  std::int64_t pid = 0;
  std::int64_t tid = 0;
  std::string process_name;  ///< the same for all tracks of a process; of several names, "sh, ls and 2 more"
  std::string thread_name;   ///< of a thread without one in a process of several names, the one it was seen with
};

/// Told of the spans, track after track, in each by time.
class SpanVisitor {
 public:
  virtual ~SpanVisitor() = default;
  /// `track` is an index into TimeLine::tracks(). Tracks on which nothing lasts are left out.
  virtual void begin_track(std::size_t track) = 0;
  /// At `time` (in ticks, from 0) the innermost `ended` spans end, then `begun` begin, outermost first. Each lasts at
  /// least one tick.
  virtual void step(std::int64_t time, std::size_t ended, std::span<const NameTable::Name> begun) = 0;
  /// All spans of the track have ended.
  virtual void end_track() = 0;
};

/// The samples of one profile in time. Refers to the profile, its dictionary, the names and the context, which must
/// outlive it.
class TimeLine {
 public:
  /// `names` are those that will be written: frames of one name are one span. What had to be assumed is noted. Throws
  /// UsageError where the values are no time that can be laid out (negative, or no sums), OverflowError where times
  /// leave 64 bits.
  TimeLine(const Dictionary& dictionary, const Profile& profile, const NameTable& names, TimeLayout layout,
           Context& context);
  ~TimeLine();
  TimeLine(const TimeLine&) = delete;
  TimeLine& operator=(const TimeLine&) = delete;

  [[nodiscard]] Tick tick() const;
  /// By pid, then tid.
  [[nodiscard]] std::span<const Track> tracks() const;
  /// How many names of threads and processes no track shows, because their ids have another one.
  [[nodiscard]] std::size_t names_left_out() const;

  /// Tells all spans, and reports what could not be drawn as the profile says it.
  void visit(SpanVisitor& visitor) const;

 private:
  class Layout;
  std::unique_ptr<const Layout> layout_;
};

}  // namespace profconv
