// SPDX-License-Identifier: Apache-2.0
// Whether a line has an event.
#include "readers/perf/first_line.h"

#include "readers/perf/events.h"
#include "readers/perf/frame_text.h"

namespace profconv::perf {

namespace {

/// "http: accept  5154" is the name of a thread and its id: above a call chain, fields follow a tracepoint only, and
/// addresses and numbers (-F addr,weight) other events.
bool is_of_thread(const Heading& heading) {
  return heading.is_tentative && !heading.is_record() && !heading.rest.empty() && !may_have_fields(heading) &&
         !parse_frame(heading.rest);
}

}  // namespace

bool may_have_fields(const Heading& heading) {
  const std::string_view event = without_modifiers(heading.event);
  return event.find(':') != std::string_view::npos && !event.starts_with("mem:");
}

bool FirstLine::take(std::string_view line, bool is_before_frames, const Location& where) {
  text_ = line;
  where_ = where;
  auto heading = parse_heading(text_);
  if (heading && is_before_frames && is_of_thread(*heading)) heading.reset();
  heading_ = heading ? *heading : parse_tentative_heading(text_);
  return heading.has_value();
}

bool FirstLine::drop_guessed_event() {
  if (!heading_.is_tentative || heading_.is_record()) return false;
  heading_ = parse_tentative_heading(text_);
  return true;
}

void FirstLine::leave_out(const Location& where) {
  text_.clear();
  heading_ = {};
  where_ = where;
}

}  // namespace profconv::perf
