// SPDX-License-Identifier: Apache-2.0
// The style sheet of a picture: style.css, dark.css where the picture may be dark, the fills, and what the user chose.
#pragma once

#include <string>

#include "writers/flamegraph/settings.h"

namespace profconv::flamegraph {

[[nodiscard]] std::string style_of(const Settings& settings, bool is_comparison);

}  // namespace profconv::flamegraph
