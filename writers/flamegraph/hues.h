// SPDX-License-Identifier: Apache-2.0
// Palettes: ranges of colors, and which of them a frame takes by its name where a palette tells kinds of code apart.
#pragma once

#include <cstdint>
#include <string_view>

#include "writers/flamegraph/frame_names.h"
#include "writers/flamegraph/settings.h"

namespace profconv::flamegraph {

/// Three numbers from 0 to 65535 that pick a color out of a range.
struct Picks {
  std::uint16_t first = 0;
  std::uint16_t second = 0;
  std::uint16_t third = 0;
};

/// What a palette looks at.
struct Named {
  std::string_view name;
  Kinds kinds;
  bool wakes = false;  ///< stands behind a "--", in the stack of the thread that wakes another
};

/// A color of one of the palettes of the option `colors`.
[[nodiscard]] Rgb color_in(std::string_view palette, const Named& frame, const Picks& picks);

}  // namespace profconv::flamegraph
