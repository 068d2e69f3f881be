// SPDX-License-Identifier: Apache-2.0
// Reading what `perf script` printed: line by line, each sample when the next begins.
#pragma once

#include "profconv/input.h"
#include "profconv/profile_builder.h"
#include "readers/perf/settings.h"

namespace profconv::perf {

/// Reads an input to its end. Throws ReadError and LimitError.
void read_script(Input& input, const Settings& settings, ProfileSetBuilder& builder);

}  // namespace profconv::perf
