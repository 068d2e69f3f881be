// SPDX-License-Identifier: Apache-2.0
// Each event is a profile: its value types are the number of samples, and the events between them, their periods.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "profconv/input.h"
#include "profconv/profile_builder.h"
#include "readers/perf/heading.h"

namespace profconv::perf {

/// Which value types a profile has.
enum class Values : std::uint8_t { both, samples, period };

/// "cycles" of "cycles:ppp", "cpu-clock" of "cpu-clock/freq=99/"; other names, such as "sched:sched_switch", are whole.
[[nodiscard]] std::string_view without_modifiers(std::string_view event);

/// The profiles of the events of one input.
class Events {
 public:
  Events(ProfileSetBuilder& builder, Input& input, Values values)
      : builder_(&builder), input_(&input), values_(values) {}

  /// Whether a sample of an event was added.
  [[nodiscard]] bool has(std::string_view event) const { return by_name_.count(std::string(event)) != 0; }
  /// Adds the sample of a heading. `where` is its place in messages. Throws OverflowError.
  void add(const Heading& heading, SampleKey key, const Location& where);
  [[nodiscard]] std::size_t size() const { return events_.size(); }

  /// Ends all profiles; `visit` is called with each of them.
  template <class Visit>
  void finish(Visit visit) {
    for (Event& event : events_) {
      set_period(event);
      visit(*event.profile);
    }
  }

 private:
  struct Event {
    std::string name;
    ProfileBuilder* profile = nullptr;
    bool has_time = false;
    bool has_period = false;             ///< a period is printed
    std::optional<std::int64_t> period;  ///< of all samples; none: they differ
  };

  Event& event_of(const Heading& heading);
  void fit_time(const Event& event, SampleKey& key, const Location& where) const;
  std::int64_t period_of(Event& event, const Heading& heading, const Location& where);
  static void set_period(Event& event);

  ProfileSetBuilder* builder_;
  Input* input_;
  Values values_;
  std::deque<Event> events_;
  std::unordered_map<std::string, Event*> by_name_;
  Event* last_ = nullptr;
};

}  // namespace profconv::perf
