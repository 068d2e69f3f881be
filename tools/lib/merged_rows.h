// SPDX-License-Identifier: Apache-2.0
// For outputs of one reading that want their samples differently: from the order of the input to merged.
#pragma once

#include "profconv/profile.h"

namespace profconv {

/// What reading with SampleOrder::merged would have given, from a set read with SampleOrder::as_read.
[[nodiscard]] ProfileSet merged_rows(const ProfileSet& set);

}  // namespace profconv
