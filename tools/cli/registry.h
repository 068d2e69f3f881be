// SPDX-License-Identifier: Apache-2.0
// The formats of this command: built-in ones and those of plugins, which are loaded when the formats are first needed.
#pragma once

#include <string>

#include "profconv/registry.h"
#include "tools/cli/flags.h"
#include "tools/lib/plugins/plugins.h"

namespace profconv::cli {

/// From here on a plugin that ends the process by exit() is an error.
void watch_plugins();
/// Adds --plugin to a command's flags.
void declare_plugins(Flags& flags);

/// Where plugins are looked for, --plugin included.
[[nodiscard]] plugins::Places plugin_places();

/// Built-in formats and those of plugins. Throws UsageError if a plugin that --plugin names cannot be loaded; reports
/// others that cannot.
[[nodiscard]] const Registry& registry();

/// Loads a plugin in a process of its own: why it must not be loaded in this one, or nothing.
[[nodiscard]] std::string look_from_outside(const std::string& path);

/// This program's own file; empty: not known.
[[nodiscard]] std::string own_path();

}  // namespace profconv::cli
