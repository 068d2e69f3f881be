// SPDX-License-Identifier: Apache-2.0
// Profiles by the names of events.
#include "readers/perf/events.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace profconv::perf {

namespace {

/// perf counts these in nanoseconds.
bool is_clock(std::string_view event) { return event == "cpu-clock" || event == "task-clock"; }

ValueType period_type(std::string_view event) {
  const std::string_view name = without_modifiers(event);
  return {.type = std::string(name.empty() ? "events" : name), .unit = is_clock(name) ? "nanoseconds" : "count"};
}

}  // namespace

std::string_view without_modifiers(std::string_view event) {
  const std::size_t end = event.find_last_of(":/");
  if (end == std::string_view::npos || end == 0) return event;
  const std::string_view modifiers = event.substr(end + 1);
  if (modifiers.find_first_not_of("ukhHGpPSDIeWb") != std::string_view::npos) return event;
  if (event[end] == ':') return event.substr(0, end);
  // "cpu-clock/freq=99/" is an event with terms, "cpu/cycles/" an event of the unit cpu: names of units have no '-'.
  const std::string_view name = event.substr(0, event.find('/'));
  return name.find('-') != std::string_view::npos ? name : event.substr(0, end + 1);
}

void Events::add(const Heading& heading, SampleKey key, const Location& where) {
  Event& event = event_of(heading);
  const std::int64_t period = period_of(event, heading, where);
  fit_time(event, key, where);
  if (values_ == Values::samples || !event.has_period) {
    event.profile->add(key, 1);
  } else if (values_ == Values::period) {
    event.profile->add(key, period);
  } else {
    event.profile->add(key, std::array<std::int64_t, 2>{1, period});
  }
}

/// The first sample of an event tells whether periods are printed.
Events::Event& Events::event_of(const Heading& heading) {
  if (last_ != nullptr && last_->name == heading.event) return *last_;
  std::string name(heading.event);
  Event*& known = by_name_[name];
  if (known == nullptr) {
    Event event{.name = name,
                .profile = &builder_->add_profile(name),
                .has_time = heading.time_ns.has_value(),
                .has_period = heading.period.has_value()};
    const bool only_period = values_ == Values::period && event.has_period;
    if (!only_period) event.profile->add_value_type({.type = "samples", .unit = "count"});
    if (values_ != Values::samples && event.has_period) event.profile->add_value_type(period_type(heading.event));
    known = &events_.emplace_back(std::move(event));
  }
  last_ = known;
  return *known;
}

/// Either all samples of a profile have times, or none has.
void Events::fit_time(const Event& event, SampleKey& key, const Location& where) const {
  if (key.start_ns.has_value() == event.has_time) return;
  input_->context().data_loss("perf.mixed_times", where,
                              event.has_time ? "a sample has no time, unlike the first of its event; it gets the time 0"
                                             : "a sample has a time, unlike the first of its event; it is left out");
  key.start_ns.reset();
  if (event.has_time) key.start_ns = 0;
}

std::int64_t Events::period_of(Event& event, const Heading& heading, const Location& where) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const bool is_first = event.profile->sample_count() == 0;
  if (heading.period.has_value() != event.has_period) {
    input_->context().data_loss("perf.mixed_periods", where,
                                event.has_period
                                    ? "a sample has no period, unlike others of its event; it counts as 0"
                                    : "a sample has a period, unlike the first of its event; it is left out");
    event.period.reset();
    return 0;
  }
  if (!heading.period) return 0;
  if (*heading.period > static_cast<std::uint64_t>(most)) {
    input_->context().data_loss("perf.saturated", where,
                                "a period does not fit into 64 bits; the largest that does is used");
  }
  const auto period = static_cast<std::int64_t>(std::min<std::uint64_t>(*heading.period, most));
  if (is_first) {
    event.period = period;
  } else if (event.period != period) {
    event.period.reset();
  }
  return period;
}

void Events::set_period(Event& event) {
  if (!event.period || *event.period <= 0) return;
  event.profile->metadata().period = *event.period;
  event.profile->metadata().period_type = period_type(event.name);
}

}  // namespace profconv::perf
