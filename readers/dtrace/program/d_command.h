// SPDX-License-Identifier: Apache-2.0
// D programs in the text of a shell: a one-liner as it was typed, or a script that calls dtrace.
//
//   dtrace -x stackindent=4 -n 'profile-997 /arg1/ { @[ustack(100)] = count(); }' -o out.stacks
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace profconv::dtrace {

/// An option of dtrace, by its name in `#pragma D option`; without a value it is empty.
struct DOption {
  std::string name;
  std::string value;
};

/// `name` or `name=value`.
[[nodiscard]] DOption parse_d_option(std::string_view text);

/// What the dtrace commands in a text say.
struct DCommands {
  std::vector<std::string> programs;  ///< of -n, -P, -m, -f and -i
  std::vector<DOption> options;       ///< of -x, -q, -F and -b
};

[[nodiscard]] DCommands find_d_commands(std::string_view text);

/// The options on a first line such as `#!/usr/sbin/dtrace -qs`; absent where there is no such line.
[[nodiscard]] std::optional<std::vector<DOption>> first_line_options(std::string_view text);

}  // namespace profconv::dtrace
