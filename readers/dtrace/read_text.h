// SPDX-License-Identifier: Apache-2.0
// Reading what dtrace printed: its lines become records, and those samples.
#pragma once

#include <cstddef>

#include "profconv/input.h"
#include "profconv/options.h"
#include "profconv/profile_builder.h"

namespace profconv::dtrace {

/// Reads an input to its end, with the options of dtrace_reader. `lines_a_batch`: while records that take about as many
/// lines are made samples by one thread, another reads on; 0: one does both. What comes of it is the same. Throws
/// ReadError, LimitError and UsageError.
void read_text(Input& input, const Options& options, ProfileSetBuilder& builder, Context& context,
               std::size_t lines_a_batch);

}  // namespace profconv::dtrace
