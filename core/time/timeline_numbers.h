// SPDX-License-Identifier: Apache-2.0
// Process and thread ids as 32-bit numbers: Spall stores them so, and Perfetto reads larger and negative ones as 0.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/time/timeline.h"
#include "profconv/context.h"

namespace profconv {

struct TrackNumber {
  std::uint32_t pid = 0;
  std::uint32_t tid = 0;
};

/// The ids of each track. An id that does not fit gets the highest free number; `kind` is that of the diagnostic.
[[nodiscard]] std::vector<TrackNumber> number_tracks(std::span<const Track> tracks, std::string_view kind,
                                                     Context& context);

}  // namespace profconv
