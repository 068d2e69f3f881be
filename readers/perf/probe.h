// SPDX-License-Identifier: Apache-2.0
// Whether an input is a recording of perf, or what `perf script` printed of one.
#pragma once

#include "profconv/format.h"

namespace profconv::perf {

[[nodiscard]] Probe probe(const Reader& reader, std::string_view head, std::string_view file_name);

}  // namespace profconv::perf
