// SPDX-License-Identifier: Apache-2.0
// Comparing texts.
#include "support/compare.h"

#include <algorithm>

#include "support/catch.h"
#include "support/fixtures.h"

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

void check_golden(const std::filesystem::path& file, std::string_view got, const std::string& what) {
  if (blessing()) write_file(file, got);
  INFO(what << ": see " << file.string() << "; BLESS=1 rewrites it");
  const bool there = std::filesystem::exists(file);
  CHECK(there);
  if (there) CHECK(first_difference(file_bytes(file), got) == "");
}

}  // namespace profconv::test
