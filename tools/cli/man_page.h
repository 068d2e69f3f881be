// SPDX-License-Identifier: Apache-2.0
// profconv(1), made from the tables of commands, options and formats.
#pragma once

#include <string>

namespace profconv::cli {

/// In the man macros of roff.
[[nodiscard]] std::string man_page();

}  // namespace profconv::cli
