// SPDX-License-Identifier: Apache-2.0
// What the times of a pprof file's samples are measured against: it has no field for that.
#pragma once

#include <cstdint>

#include "profconv/profile.h"

namespace profconv {

/// The wall clock, if all times of samples lie within the recording that the header speaks of (in ns).
[[nodiscard]] inline Clock clock_of_times(std::int64_t recording_ns, std::int64_t duration_ns, std::int64_t first_ns,
                                          std::int64_t last_ns) {
  if (recording_ns <= 0 || duration_ns <= 0) return Clock::relative;
  return first_ns >= recording_ns && last_ns - recording_ns <= duration_ns ? Clock::epoch : Clock::relative;
}

}  // namespace profconv
