// SPDX-License-Identifier: Apache-2.0
// Reading the header's keys.
#include "readers/perf/recording.h"

#include <algorithm>
#include <array>

#include "core/text/blanks.h"
#include "core/text/integers.h"

namespace profconv::perf {

namespace {

constexpr std::array<std::string_view, 10> kept{"captured on", "hostname", "os release",    "perf version", "arch",
                                                "cpudesc",     "cpuid",    "nrcpus online", "total memory", "clockid"};

/// "1738.385 ms" in nanoseconds; 0 for other text.
std::int64_t duration_of(std::string_view text) {
  constexpr std::string_view unit = " ms";
  constexpr std::int64_t ns_per_us = 1'000;
  if (!text.ends_with(unit)) return 0;
  text.remove_suffix(unit.size());
  const std::size_t point = text.find('.');
  if (point == std::string_view::npos || text.size() - point != 4) return 0;
  const auto ms = parse_integer<std::int32_t>(text.substr(0, point));
  const auto us = parse_integer<std::int32_t>(text.substr(point + 1));
  return ms && us && *ms >= 0 && *us >= 0 ? (*ms * ns_per_us + *us) * ns_per_us : 0;
}

}  // namespace

void Recording::take(std::string_view line) {
  line.remove_prefix(1);
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return;
  const std::string_view key = without_blanks_around(line.substr(0, colon));
  const std::string_view value = without_blanks_around(line.substr(colon + 1));
  if (key == "cmdline") {
    command_ = value;
  } else if (key == "sample duration") {
    duration_ns_ = duration_of(value);
  } else if (std::find(kept.begin(), kept.end(), key) != kept.end() && !value.empty()) {
    attributes_.insert_or_assign(std::string(key), std::string(value));
  }
}

Clock Recording::clock() const {
  const auto known = attributes_.find("clockid");
  const auto* const name = known == attributes_.end() ? nullptr : std::get_if<std::string>(&known->second);
  return name != nullptr && name->starts_with("realtime") ? Clock::epoch : Clock::monotonic;
}

void Recording::describe(ProfileBuilder& profile) const {
  profile.metadata().command = command_;
  profile.metadata().duration_ns = duration_ns_;
  for (const auto& [key, value] : attributes_) profile.set_attribute(key, value);
}

}  // namespace profconv::perf
