// SPDX-License-Identifier: Apache-2.0
// The error for an input with several profiles and an output that holds one.
#pragma once

#include "profconv/conversion.h"
#include "tools/cli/flags.h"
#include "tools/cli/messages.h"

namespace profconv::cli {

/// Prints the error, a table of the profiles, and the commands that write one or all of them.
void show_choices(const SeveralProfilesError& error, const Arguments& arguments, const Messages& messages);

}  // namespace profconv::cli
