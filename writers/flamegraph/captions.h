// SPDX-License-Identifier: Apache-2.0
// The lines above the frames: what was measured, and what changed.
#pragma once

#include <string>

#include "writers/flamegraph/page.h"

namespace profconv::flamegraph {

/// "rust.out: samples, 1,234 total", or the title that the user chose.
[[nodiscard]] std::string heading_of(const Picture& picture);
/// The heading without its source, for too little room.
[[nodiscard]] std::string short_heading_of(const Picture& picture);
/// "base 41, new 67, change +26 (+63.41%)"; empty unless the picture is a comparison.
[[nodiscard]] std::string change_of(const Picture& picture);

}  // namespace profconv::flamegraph
