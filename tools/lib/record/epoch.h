// SPDX-License-Identifier: Apache-2.0
// Times of tracers as times of the day.
#pragma once

#include <cstdint>

#include "profconv/profile.h"

namespace profconv::record {

/// The same samples with times since 1970-01-01 UTC. Those that they have are by one of the system's clocks that do not
/// jump; of several it is the one whose time now is nearest after the newest sample.
[[nodiscard]] ProfileSet since_epoch(ProfileSet set);

/// The time now by that of these clocks which shows the latest, so that no sample taken before is later.
[[nodiscard]] std::int64_t latest_now_ns();
/// What was over at that time; with `are_waits` a value is how long a sample took.
[[nodiscard]] ProfileSet until(ProfileSet set, std::int64_t end_ns, bool are_waits);

}  // namespace profconv::record
