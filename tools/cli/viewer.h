// SPDX-License-Identifier: Apache-2.0
// Showing an output in the program that the system has for such files.
#pragma once

#include <string>

#include "tools/cli/messages.h"

namespace profconv::cli {

/// Opens a file with `open` (macOS) or `xdg-open` (elsewhere), or else with a program of $BROWSER, which goes on
/// without this one. Waits a second at most to see whether it starts; a warning tells why no program did.
void open_in_viewer(const std::string& path, const Messages& messages);

}  // namespace profconv::cli
