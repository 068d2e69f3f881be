// SPDX-License-Identifier: Apache-2.0
// How far a recording is, in words.
#pragma once

#include <string>

#include "tools/cli/live/view.h"

namespace profconv::cli::live {

/// "spin, 12 s: 1,188 samples, 99 per second, 3 dropped (dtrace)", and lines for what else there is to say.
[[nodiscard]] std::string standing_of(const State& state);

}  // namespace profconv::cli::live
