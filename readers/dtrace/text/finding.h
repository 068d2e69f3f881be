// SPDX-License-Identifier: Apache-2.0
// Counting what is found many times and reported once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace profconv::dtrace {

/// How often something was found, and in which line first.
struct Finding {
  std::uint64_t count = 0;
  std::uint64_t line = 0;

  void add(std::uint64_t at_line) {
    if (count++ == 0) line = at_line;
  }
  [[nodiscard]] bool any() const { return count != 0; }
  /// "3 stacks have", with the words for one and for several.
  [[nodiscard]] std::string words(std::string_view one, std::string_view several) const {
    return std::to_string(count) + std::string(count == 1 ? one : several);
  }
};

}  // namespace profconv::dtrace
