// SPDX-License-Identifier: Apache-2.0
// Paths as profiles hold them: of this system or another.
#pragma once

#include <string_view>

namespace profconv {

/// The file name of a path: "libc.so.6" of "/usr/lib/libc.so.6".
[[nodiscard]] inline std::string_view base_name(std::string_view path) {
  const std::size_t slash = path.find_last_of("/\\");
  return slash == std::string_view::npos || slash + 1 == path.size() ? path : path.substr(slash + 1);
}

}  // namespace profconv
