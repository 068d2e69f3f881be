// SPDX-License-Identifier: Apache-2.0
// Data of a format that a line may be split into in more than one way: with nothing between them, or with what one of
// them holds as well:
//
//   printa("%-8s%@d\n", @a);      kworker/15 is kworker/ with 15, or kworker/1 with 5
//   printa("%s %s %@d\n", @a);    Web Content read is Web with Content read, or Web Content with read
//   printa("%s %d %s %@d\n", @a);  a 12 1 job is a with 12 and 1 job, or a 12 with 1 and job
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "readers/dtrace/forms/printa_fit.h"
#include "readers/dtrace/forms/printa_format.h"

namespace profconv::dtrace {

/// Whether one of the data of a line that fits the steps can end, and the next begin, elsewhere.
[[nodiscard]] bool are_joined(const std::vector<PrintaStep>& steps, std::string_view line,
                              std::span<const PrintaDatum> data);

}  // namespace profconv::dtrace
