// SPDX-License-Identifier: Apache-2.0
// What the numbers of each tool are.
#include "readers/bcc/profiles.h"

#include <string>

#include "profconv/transforms.h"

namespace profconv::bcc {

namespace {

using Tool = Heading::Tool;

std::string name_of(Tool tool) {
  constexpr std::array<std::string_view, 4> names{"profile", "offcputime", "stackcount", "memleak"};
  return std::string(names[static_cast<std::size_t>(tool)]);
}

void describe(ProfileBuilder& profile, const Heading& heading) {
  switch (heading.tool) {
    case Tool::profile:
      profile.add_value_type({.type = "samples", .unit = "count"});
      if (heading.hertz > 0) {
        profile.metadata().period = SamplingRate{.numerator = heading.hertz}.period_ns();
        profile.metadata().period_type = {.type = "cpu", .unit = "nanoseconds"};
      }
      break;
    case Tool::offcputime:
      profile.add_value_type({.type = "off-cpu", .unit = "microseconds"});
      break;
    case Tool::stackcount:
      profile.add_value_type({.type = "calls", .unit = "count"});
      break;
    case Tool::memleak:
      profile.add_value_type({.type = "inuse_objects", .unit = "count"});
      profile.add_value_type({.type = "inuse_space", .unit = "bytes"});
      break;
  }
}

}  // namespace

ProfileBuilder& Profiles::profile_of(const Heading& heading) {
  std::optional<std::size_t>& index = indices_[static_cast<std::size_t>(heading.tool)];
  if (!index) {
    index = builder_.profile_count();
    describe(builder_.add_profile(name_of(heading.tool)), heading);
  }
  return builder_.profile(*index);
}

void Profiles::add(const Heading& heading, const Owner* owner, StackId stack, std::span<const std::int64_t> values) {
  SampleKey key{.stack = stack};
  if (owner != nullptr) {
    // profile and stackcount print the process's id beside the thread's name, offcputime the thread's.
    Thread thread{.thread_name = builder_.string(owner->name)};
    (heading.tool == Tool::offcputime ? thread.tid : thread.pid) = owner->id;
    key.thread = builder_.thread(thread);
  }
  profile_of(heading).add(key, values);
}

}  // namespace profconv::bcc
