// SPDX-License-Identifier: Apache-2.0
// The sample that is being read, from its first line to its last frame, and those that ended.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/text/bad_lines.h"
#include "profconv/errors.h"
#include "profconv/input.h"
#include "profconv/profile_builder.h"
#include "readers/perf/events.h"
#include "readers/perf/first_line.h"
#include "readers/perf/frame_checks.h"
#include "readers/perf/frames.h"
#include "readers/perf/off_cpu.h"
#include "readers/perf/processes.h"
#include "readers/perf/sample_checks.h"
#include "readers/perf/settings.h"
#include "readers/perf/threads.h"

namespace profconv::perf {

/// What messages expect of a line.
inline constexpr std::string_view first_line_form = "'command tid time: period event:' and frames below";

/// Names the place in errors of a builder.
template <class Add>
void add_at(const Location& where, Add add) {
  try {
    add();
  } catch (const OverflowError& error) {
    throw ReadError(where, error.what());
  } catch (const LimitError& error) {
    throw LimitError(where, error.what());
  }
}

/// What other lines of the input are needed for, too.
struct Surroundings {
  const Processes& processes;
  OffCpu& off_cpu;
  BadLines& bad_lines;
};

class Samples {
 public:
  Samples(Input& input, const Settings& settings, ProfileSetBuilder& builder, const Surroundings& around);

  /// The line that may begin the next sample.
  [[nodiscard]] FirstLine& next() { return *next_; }
  /// Begins the sample of that line.
  void begin();
  /// Begins one that has frames only.
  void begin_without_line(const Location& where);
  /// Adds a line of the call chain; false: it is no frame.
  [[nodiscard]] bool add_frame(std::string_view line) { return frames_.add(line); }
  void set_source(SourceLine source) { frames_.set_source(source); }
  /// Ends the sample, if one is open.
  void finish();

  [[nodiscard]] bool is_open() const { return is_open_; }
  [[nodiscard]] bool has_frames() const { return !frames_.empty(); }
  /// The parts of the sample's first line.
  [[nodiscard]] const Heading& heading() const { return first_->heading(); }
  [[nodiscard]] bool has_event(std::string_view event) const { return events_.has(event); }
  [[nodiscard]] std::size_t event_count() const { return events_.size(); }
  /// 0: no sample had a time.
  [[nodiscard]] std::int64_t first_time_ns() const { return checks_.first_time_ns(); }

  /// Notes that fields of a sample are skipped.
  void leave_out(std::string_view text, const Location& where);
  /// Warns of stacks as deep as perf's limit.
  void report_cut_stacks();
  /// Ends all profiles; `describe` is called with each of them.
  template <class Describe>
  void describe_events(Describe describe) {
    events_.finish(describe);
  }

 private:
  void check_first_line();
  [[nodiscard]] SampleShape shape_of(const Heading& heading) const;
  [[nodiscard]] std::string_view take_rest(const Heading& heading);
  [[nodiscard]] LabelSetId labels_of(const Heading& heading, std::string_view fields);
  [[nodiscard]] std::optional<std::int64_t> pid_of(const Heading& heading) const;

  Input& input_;
  Context& context_;
  const Settings& settings_;
  ProfileSetBuilder& builder_;
  Surroundings around_;
  Threads threads_;
  Frames frames_;
  Events events_;
  SampleChecks checks_;
  FrameChecks frame_checks_;
  std::array<FirstLine, 2> first_lines_;
  FirstLine* first_ = &first_lines_[0];  ///< of the sample that is being read
  FirstLine* next_ = &first_lines_[1];
  bool is_open_ = false;
  std::uint64_t cut_stacks_ = 0;  ///< as deep as perf's limit
};

}  // namespace profconv::perf
