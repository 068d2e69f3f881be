// SPDX-License-Identifier: Apache-2.0
// Comparing a sample with those before it.
#include "readers/perf/sample_checks.h"

#include <cstddef>
#include <string>
#include <string_view>

#include "core/text/excerpts.h"
#include "readers/perf/first_line.h"
#include "readers/perf/frame_text.h"

namespace profconv::perf {

namespace {

/// "cycles:  7f00 f (/a) app 12 cycles:  7f04 g (/a)".
bool repeats_event(const Heading& heading) {
  if (heading.event.empty()) return false;
  const std::string_view rest = heading.rest;
  for (std::size_t at = rest.find(heading.event); at != std::string_view::npos; at = rest.find(heading.event, at + 1)) {
    if (rest.substr(at + heading.event.size()).starts_with(": ")) return true;
  }
  return false;
}

}  // namespace

void SampleChecks::take(const Heading& heading, const Location& where) {
  if (heading.time_ns) check_time(*heading.time_ns, where);
  if (!heading.time_ns) check_event(heading, where);
}

void SampleChecks::take(const OnlyFrame& only, const Heading& heading, const Location& where) {
  const bool has_fields = may_have_fields(heading);
  if (has_fields && only.shape == FrameShape::address) {
    context_.data_loss("perf.guessed_frame", where,
                       "the end of a tracepoint's fields is taken for its frame: " + in_quotes(only.frame) +
                           " (print its module, too: -F +dso)");
  }
  if (!has_fields && only.is_second) {
    context_.data_loss("perf.guessed_frame", where,
                       "of two addresses without symbols the second is taken for the frame's (print symbols, too: "
                       "-F +sym)");
  }
}

void SampleChecks::take_rest(const Heading& heading, const Location& where) {
  const bool is_joined = repeats_event(heading) || (!may_have_fields(heading) && holds_time(heading.rest));
  if (!is_joined) return;
  context_.data_loss("perf.joined_lines", where, "another sample begins within this line: it is not counted");
}

void SampleChecks::check_event(const Heading& heading, const Location& where) {
  (heading.event.empty() ? is_without_event_ : is_with_event_) = true;
  if (!is_without_event_ || !is_with_event_) return;
  context_.data_loss("perf.mixed_events", where,
                     "samples with an event and others without one: the name of a thread may look like an event "
                     "(print their times, too)");
}

void SampleChecks::check_time(std::int64_t time_ns, const Location& where) {
  if (!first_time_ns_) first_time_ns_ = time_ns;
  if (last_time_ns_ && time_ns < *last_time_ns_) {
    context_.data_loss("perf.times_fall", where,
                       "a sample is older than the one before: several recordings in one file, or --deltatime, whose "
                       "times are not start times");
  }
  last_time_ns_ = time_ns;
}

}  // namespace profconv::perf
