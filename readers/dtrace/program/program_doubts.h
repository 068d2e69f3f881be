// SPDX-License-Identifier: Apache-2.0
// What a D program does that its output cannot be read for certain with.
#pragma once

#include <string>
#include <vector>

namespace profconv::dtrace {

struct DProgram;

/// Each in words.
[[nodiscard]] std::vector<std::string> doubts_of(const DProgram& program);

}  // namespace profconv::dtrace
