// SPDX-License-Identifier: Apache-2.0
// Comparing a sample with those before it.
#include "readers/perf/sample_checks.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "core/text/excerpts.h"
#include "readers/perf/first_line.h"
#include "readers/perf/frame_text.h"
#include "readers/perf/joined_lines.h"

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
  is_with_line_ = true;
  if (holds_frame(heading.comm)) {
    context_.data_loss("perf.joined_lines", where, "a frame is in the name of a thread: " + in_quotes(heading.comm));
  }
  check_first_line(where);
  check_time(heading, where);
  check_event(heading, where);
}

void SampleChecks::take_bare(const Location& where) {
  is_bare_ = true;
  check_first_line(where);
}

void SampleChecks::take(SampleShape shape, const Heading& heading, const Location& where) {
  const auto bit = static_cast<unsigned>(shape);
  unsigned& of_event = shapes_of(heading.event);
  const unsigned before = std::exchange(of_event, of_event | bit);
  if (before == bit && any_shape_ == bit) return;
  check_chains(shape, before, where);
  if (!may_have_fields(heading)) check_frame(shape, where);
}

unsigned& SampleChecks::shapes_of(std::string_view event) {
  if (last_ == nullptr || last_->first != event) {
    auto found = shapes_.find(event);
    if (found == shapes_.end()) found = shapes_.emplace(event, 0).first;
    last_ = &*found;
  }
  return last_->second;
}

/// A sample whose event has had samples of the shapes `before`.
void SampleChecks::check_chains(SampleShape shape, unsigned before, const Location& where) {
  const auto bit = static_cast<unsigned>(shape);
  const unsigned all = before | bit;
  const auto has = [&](SampleShape one) { return (all & static_cast<unsigned>(one)) != 0; };
  const bool is_new = all != before;
  if (has(SampleShape::chain_and_frame) && all != bit && (is_new || shape == SampleShape::chain_and_frame)) {
    context_.data_loss("perf.joined_lines", where,
                       "samples with frames below and one in their first line, unlike others: it is not counted");
  } else if (has(SampleShape::chain) && has(SampleShape::frame) && (is_new || shape == SampleShape::frame)) {
    context_.data_loss("perf.mixed_chains", where,
                       "samples with a frame in their first line and others with frames below: lines may be joined");
  }
}

/// Where no sample has frames below, each has one in its first line, or none has.
void SampleChecks::check_frame(SampleShape shape, const Location& where) {
  const unsigned before = std::exchange(any_shape_, any_shape_ | static_cast<unsigned>(shape));
  const unsigned mixed = static_cast<unsigned>(SampleShape::frame) | static_cast<unsigned>(SampleShape::empty);
  if (any_shape_ != mixed || (before == mixed && shape != SampleShape::empty)) return;
  context_.data_loss("perf.no_frame", where, "samples with a frame in their line and others without: lines may be cut");
}

void SampleChecks::take(const OnlyFrame& only, const Heading& heading, const Location& where) {
  const bool has_fields = may_have_fields(heading);
  if (has_fields && only.shape == FrameShape::address) {
    context_.data_loss("perf.guessed_frame", where,
                       "the end of a tracepoint's fields is taken for its frame: " + in_quotes(only.frame) +
                           " (print its module, too: -F +dso)");
  }
  const bool is_address = only.before.empty() && only.frame.find(' ') == std::string_view::npos;
  if (!has_fields && is_address && only.shape == FrameShape::word && !heading.event.empty()) {
    context_.data_loss("perf.cut_frame", where, "an address narrower than perf prints it: " + in_quotes(only.frame));
  }
  if (!has_fields && only.is_second) {
    context_.data_loss("perf.guessed_frame", where,
                       "of two addresses without symbols the second is taken for the frame's (print symbols, too: "
                       "-F +sym)");
  }
}

void SampleChecks::take_rest(const Heading& heading, const Location& where) {
  if (repeats_event(heading) || (!may_have_fields(heading) && holds_time(heading.rest))) {
    context_.data_loss("perf.joined_lines", where, "another sample begins within this line: it is not counted");
  } else if (holds_chain(heading)) {
    context_.data_loss("perf.joined_lines", where, "frames are in the first line of their sample: not all are counted");
  }
}

void SampleChecks::check_first_line(const Location& where) {
  if (!is_bare_ || !is_with_line_) return;
  context_.data_loss("perf.mixed_chains", where,
                     "samples with a first line and frames without one: which frames are a sample is a guess");
}

void SampleChecks::check_event(const Heading& heading, const Location& where) {
  (heading.event.empty() ? is_without_event_ : is_with_event_) = true;
  if (!is_without_event_ || !is_with_event_) return;
  context_.data_loss("perf.mixed_events", where,
                     heading.time_ns ? "samples with an event and others without one: first lines may be cut"
                                     : "samples with an event and others without one: the name of a thread may look "
                                       "like an event (print their times, too)");
}

void SampleChecks::check_time(const Heading& heading, const Location& where) {
  if (!heading.time_ns) is_without_time_ = true;
  if (heading.time_ns && !is_with_time_) first_time_ns_ = *heading.time_ns;
  if (heading.time_ns) is_with_time_ = true;
  if (is_with_time_ && is_without_time_) {
    context_.data_loss("perf.mixed_times", where, "samples with a time and others without one: first lines may be cut");
  }
  if (!heading.time_ns) return;
  if (last_time_ns_ && *heading.time_ns < *last_time_ns_) {
    context_.data_loss("perf.times_fall", where,
                       "a sample is older than the one before: several recordings in one file, or --deltatime, whose "
                       "times are not start times");
  }
  last_time_ns_ = heading.time_ns;
}

}  // namespace profconv::perf
