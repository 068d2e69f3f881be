// SPDX-License-Identifier: Apache-2.0
// Whether a text is DTrace's.
#pragma once

#include <string_view>

#include "profconv/format.h"

namespace profconv::dtrace {

/// Looks for a heading and for records.
[[nodiscard]] Probe probe(const Reader&, std::string_view head, std::string_view file_name);

}  // namespace profconv::dtrace
