// SPDX-License-Identifier: Apache-2.0
// What a D program may print as an empty line beyond those that its prints begin with. Where nothing may, such a line
// ends a recording: dtrace prints one as it exits.
#pragma once

#include <optional>
#include <set>
#include <string>

namespace profconv::dtrace {

struct DProgram;

/// The prints in default form that come again and again, `@a` or `@a+@b`: each leaves an empty line while its
/// aggregation is empty. Absent: other actions may print empty lines between them.
[[nodiscard]] std::optional<std::set<std::string>> repeated_prints(const DProgram& program);

}  // namespace profconv::dtrace
