// SPDX-License-Identifier: Apache-2.0
// Which extension of a format a path ends with.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

namespace profconv {

/// Length of the longest of `extensions` that `path` ends with; 0: it ends with none.
[[nodiscard]] inline std::size_t extension_length(std::span<const std::string_view> extensions, std::string_view path) {
  std::size_t longest = 0;
  for (const std::string_view extension : extensions) {
    if (path.ends_with(extension)) longest = std::max(longest, extension.size());
  }
  return longest;
}

}  // namespace profconv
