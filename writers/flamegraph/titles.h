// SPDX-License-Identifier: Apache-2.0
// What a frame says of itself: "malloc (1,234 samples, 5.67%)".
#pragma once

#include <string>

#include "writers/flamegraph/page.h"

namespace profconv::flamegraph {

/// Safe to show, and not escaped yet.
[[nodiscard]] std::string title_of(const Picture& picture, const Box& box);

/// "new" where the base has nothing of a frame, "gone" where it alone has; empty for all others.
[[nodiscard]] std::string_view fate_of(const Picture& picture, const Box& box);

}  // namespace profconv::flamegraph
