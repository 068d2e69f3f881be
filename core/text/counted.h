// SPDX-License-Identifier: Apache-2.0
// Counts in messages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace profconv {

/// "1 sample", "2 samples".
[[nodiscard]] inline std::string counted(std::uint64_t count, std::string_view what) {
  return std::to_string(count) + " " + std::string(what) + (count == 1 ? "" : "s");
}

}  // namespace profconv
