// SPDX-License-Identifier: Apache-2.0
// Comparing clocks.
#include "tools/lib/record/epoch.h"

#include <time.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "core/transforms/keep_rows.h"

namespace profconv::record {

namespace {

/// dtrace and perf use the first on Linux, bpftrace the second; dtrace uses the last on macOS.
constexpr auto clocks = std::to_array<clockid_t>({
    CLOCK_MONOTONIC,
#ifdef CLOCK_BOOTTIME
    CLOCK_BOOTTIME,
#endif
#ifdef CLOCK_UPTIME_RAW
    CLOCK_UPTIME_RAW,
#endif
});

std::int64_t now_ns(clockid_t clock) {
  constexpr std::int64_t ns_per_s = 1'000'000'000;
  timespec now{};
  ::clock_gettime(clock, &now);
  return now.tv_sec * ns_per_s + now.tv_nsec;
}

/// What to add to times of which the newest is a moment ago.
std::int64_t offset_of(std::int64_t newest) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t tolerated_ns = 1'000'000;  // of clocks that are not read at once
  std::int64_t nearest = most;
  std::int64_t offset = now_ns(CLOCK_REALTIME) - now_ns(CLOCK_MONOTONIC);
  for (const clockid_t clock : clocks) {
    const std::int64_t now = now_ns(clock);
    const std::int64_t age = now - newest;
    if (age < -tolerated_ns || age >= nearest) continue;
    nearest = age;
    offset = now_ns(CLOCK_REALTIME) - now;
  }
  return offset;
}

}  // namespace

ProfileSet since_epoch(ProfileSet set) {
  auto dictionary = set.shared_dictionary();
  std::vector<Profile> profiles = std::move(set).release_profiles();
  for (Profile& profile : profiles) {
    std::vector<std::int64_t>& times = profile.samples.start_ns;
    if (times.empty() || profile.metadata.clock == Clock::epoch) continue;
    const std::int64_t offset = offset_of(*std::max_element(times.begin(), times.end()));
    for (std::int64_t& time : times) time += offset;
    profile.metadata.clock = Clock::epoch;
  }
  return {std::move(dictionary), std::move(profiles)};
}

std::int64_t latest_now_ns() {
  std::int64_t latest = 0;
  for (const clockid_t clock : clocks) latest = std::max(latest, now_ns(clock));
  return latest;
}

ProfileSet until(ProfileSet set, std::int64_t end_ns, bool are_waits) {
  auto dictionary = set.shared_dictionary();
  std::vector<Profile> profiles = std::move(set).release_profiles();
  for (Profile& profile : profiles) {
    const std::vector<std::int64_t>& times = profile.samples.start_ns;
    std::vector<bool> kept;
    for (std::size_t row = 0; row < times.size(); ++row) {
      const std::int64_t took = are_waits ? std::max<std::int64_t>(profile.samples.values.front()[row], 0) : 0;
      kept.push_back(times[row] <= end_ns && took <= end_ns - times[row]);
    }
    if (std::find(kept.begin(), kept.end(), false) == kept.end()) continue;
    keep_rows(profile.samples, kept, dictionary->threads().size());
  }
  return {std::move(dictionary), std::move(profiles)};
}

}  // namespace profconv::record
