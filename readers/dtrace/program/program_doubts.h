// SPDX-License-Identifier: Apache-2.0
// What a D program does that its output cannot be read for certain with.
#pragma once

#include <string>
#include <vector>

namespace profconv::dtrace {

struct DAction;
struct DProgram;

/// Whether a text is on the same line as the printa() right after it, as in printf("calls: "); printa("%@d\n", @calls).
/// Of several records only the first would have it.
[[nodiscard]] bool is_part_of_format(const DProgram& program, const DAction& text, const DAction& print);
/// Each in words.
[[nodiscard]] std::vector<std::string> doubts_of(const DProgram& program);

}  // namespace profconv::dtrace
