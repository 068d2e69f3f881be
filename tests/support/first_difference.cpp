// SPDX-License-Identifier: Apache-2.0
// Comparing texts, without a test around it.
#include <algorithm>

#include "support/compare.h"

namespace profconv::test {

std::string first_difference(std::string_view expected, std::string_view got) {
  if (expected == got) return {};
  const auto line_at = [](std::string_view text, std::size_t begin) {
    if (begin >= text.size()) return std::string("(end)");
    return std::string(text.substr(begin, std::min<std::size_t>(text.find('\n', begin) - begin, 400)));
  };
  const auto at = static_cast<std::size_t>(
      std::mismatch(expected.begin(), expected.end(), got.begin(), got.end()).first - expected.begin());
  const std::size_t newline = at == 0 ? std::string_view::npos : expected.rfind('\n', at - 1);
  const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
  const auto number = std::count(expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(begin), '\n') + 1;
  return "line " + std::to_string(number) + "\n  expected: " + line_at(expected, begin) +
         "\n  got:      " + line_at(got, begin);
}

}  // namespace profconv::test
