// SPDX-License-Identifier: Apache-2.0
// Which frames samples refer to: after a choice of profiles or samples a dictionary holds more.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "profconv/profile.h"

namespace profconv {

/// By FrameId: 1 where a stack of a sample has the frame, or else 0. Looks at each stack node once.
[[nodiscard]] std::vector<std::uint8_t> used_frames(const Dictionary& dictionary, std::span<const Profile> profiles);

}  // namespace profconv
