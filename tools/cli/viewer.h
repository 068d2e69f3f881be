// SPDX-License-Identifier: Apache-2.0
// Showing an output in the program that the system has for such files.
#pragma once

#include <string>

#include "tools/cli/messages.h"

namespace profconv::cli {

/// Opens a file with `open` (macOS) or `xdg-open` (elsewhere), or else with a program of $BROWSER, which goes on
/// without this one. If the format's viewer is a page on the web, opens the page and says how to load the file; if it
/// is a command, prints that. Waits at most a second to see whether a viewer starts; a warning tells why none did.
void open_in_viewer(const std::string& path, const Writer& writer, const Messages& messages);

}  // namespace profconv::cli
