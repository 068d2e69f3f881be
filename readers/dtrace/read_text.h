// SPDX-License-Identifier: Apache-2.0
// Reading what dtrace printed: its lines become records, and those samples.
#pragma once

#include "profconv/input.h"
#include "profconv/options.h"
#include "profconv/profile_builder.h"

namespace profconv::dtrace {

/// Reads an input to its end, with the options of dtrace_reader. Throws ReadError, LimitError and
/// UsageError.
void read_text(Input& input, const Options& options, ProfileSetBuilder& builder, Context& context);

}  // namespace profconv::dtrace
