// SPDX-License-Identifier: Apache-2.0
// What a frame says of itself: "malloc (1,234 samples, 5.67%)".
#pragma once

#include <string>
#include <string_view>

#include "writers/flamegraph/page.h"

namespace profconv::flamegraph {

/// `name` is what the title calls the frame. Safe to show, and not escaped yet.
[[nodiscard]] std::string title_of(const Picture& picture, const Box& box, std::string_view name);

/// "new" where the base has nothing of a frame, "gone" where it alone has; empty for all others.
[[nodiscard]] std::string_view fate_of(const Picture& picture, const Box& box);

}  // namespace profconv::flamegraph
