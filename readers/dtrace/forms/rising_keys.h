// SPDX-License-Identifier: Apache-2.0
// Which columns of keys are times, told by the first records: times rise.
#pragma once

#include <string_view>

#include "readers/dtrace/settings.h"

namespace profconv::dtrace {

/// Makes every `timestamp?` of the keys a timestamp, where the numbers of its column never fall and once rise, or else
/// a label without a name.
void settle_timestamps(Settings& settings, std::string_view head);

}  // namespace profconv::dtrace
