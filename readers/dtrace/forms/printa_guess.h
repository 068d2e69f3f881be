// SPDX-License-Identifier: Apache-2.0
// The format of a printa() that nobody told, told by what it printed: stacks without indentation, the same words around
// each, and one number that can only be the value.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace profconv::dtrace {

/// A format as a D program would have it.
struct GuessedFormat {
  std::string written;     ///< "TID:%d COUNT:%@d\\n%k\\n"
  bool has_value = false;  ///< else which number is the value cannot be told, and it has no %@d
  /// No name tells the value: of several numbers it is the only one below the stack; or a text key holds columns.
  bool is_assumed = false;
};

/// Looks at the first lines of a text. Absent where they hold no such stacks, or other words around each.
[[nodiscard]] std::optional<GuessedFormat> guess_format(const std::vector<std::string_view>& lines);

}  // namespace profconv::dtrace
