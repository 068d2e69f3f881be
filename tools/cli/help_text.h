// SPDX-License-Identifier: Apache-2.0
// What --help and --help-all print.
#pragma once

#include <string>

#include "tools/cli/flags.h"

namespace profconv::cli {

/// Usage, description, examples and the options people use most.
[[nodiscard]] std::string short_help(const Flags& flags);
/// The same with all options, which come before the examples.
[[nodiscard]] std::string full_help(const Flags& flags);
/// The options of one group, such as "Filters"; empty if no group's name begins like this.
[[nodiscard]] std::string group_help(const Flags& flags, std::string_view group);

}  // namespace profconv::cli
