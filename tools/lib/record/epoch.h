// SPDX-License-Identifier: Apache-2.0
// Times of tracers as times of the day.
#pragma once

#include "profconv/profile.h"

namespace profconv::record {

/// The same samples with times since 1970-01-01 UTC. Those that they have are by one of the system's clocks that do not
/// jump; of several it is the one whose time now is nearest after the newest sample.
[[nodiscard]] ProfileSet since_epoch(ProfileSet set);

}  // namespace profconv::record
