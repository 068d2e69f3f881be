// SPDX-License-Identifier: Apache-2.0
// Data of a format with nothing between them, which a line may be split into in more than one way:
//
//   printa("%-8s%@d\n", @a);      kworker/15 is kworker/ with 15, or kworker/1 with 5
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "readers/dtrace/forms/printa_fit.h"
#include "readers/dtrace/forms/printa_format.h"

namespace profconv::dtrace {

/// Whether two data of a line that fits the steps touch, and the end of the first can be elsewhere.
[[nodiscard]] bool are_joined(const std::vector<PrintaStep>& steps, std::string_view line,
                              std::span<const PrintaDatum> data);

}  // namespace profconv::dtrace
