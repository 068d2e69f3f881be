// SPDX-License-Identifier: Apache-2.0
// Which threads of a profile share a lane of the time line, and how the lanes are numbered and named.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/time/timeline.h"
#include "profconv/dictionary.h"
#include "profconv/profile.h"

namespace profconv {

/// The tracks of the threads that samples refer to.
struct Tracks {
  std::vector<Track> tracks;             ///< by pid, then tid; none twice
  std::vector<std::uint32_t> of_thread;  ///< the track of each ThreadId that occurs
  std::size_t names_left_out = 0;
};

[[nodiscard]] Tracks make_tracks(const Dictionary& dictionary, const Samples& samples);

}  // namespace profconv
