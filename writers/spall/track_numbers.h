// SPDX-License-Identifier: Apache-2.0
// Process and thread ids in Spall's 32 bits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "profconv/context.h"
#include "profconv/timeline.h"

namespace profconv::spall {

struct TrackNumber {
  std::uint32_t pid = 0;
  std::uint32_t tid = 0;
};

/// The ids of each track. One that 32 bits do not hold gets the highest number that is free, and is reported.
[[nodiscard]] std::vector<TrackNumber> number_tracks(std::span<const Track> tracks, Context& context);

}  // namespace profconv::spall
