// SPDX-License-Identifier: Apache-2.0
// Whether a text is bpftrace's.
#pragma once

#include <string_view>

#include "profconv/format.h"

namespace profconv::bpftrace {

/// Looks for the heading and for elements of maps.
[[nodiscard]] Probe probe(const Reader&, std::string_view head, std::string_view file_name);

}  // namespace profconv::bpftrace
