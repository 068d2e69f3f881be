// SPDX-License-Identifier: Apache-2.0
// Which extension of a format a path ends with.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

namespace profconv {

/// Whether a path ends so, in letters of either case.
[[nodiscard]] inline bool ends_in(std::string_view path, std::string_view extension) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return path.size() >= extension.size() &&
         std::equal(extension.begin(), extension.end(), path.end() - static_cast<std::ptrdiff_t>(extension.size()),
                    [&](char a, char b) { return a == lower(b); });
}

/// Length of the longest of `extensions` that `path` ends with; 0: it ends with none.
[[nodiscard]] inline std::size_t extension_length(std::span<const std::string_view> extensions, std::string_view path) {
  std::size_t longest = 0;
  for (const std::string_view extension : extensions) {
    if (ends_in(path, extension)) longest = std::max(longest, extension.size());
  }
  return longest;
}

}  // namespace profconv
