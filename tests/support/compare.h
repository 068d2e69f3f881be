// SPDX-License-Identifier: Apache-2.0
// Comparing long texts so that a failure shows the first line that differs, and not two screens of text.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace profconv::test {

/// "" where the texts are equal, else the number of the first line that differs and that line of both.
[[nodiscard]] std::string first_difference(std::string_view expected, std::string_view got);

/// A Catch2 check that the file holds `got`. With BLESS=1 the file is written instead.
void check_golden(const std::filesystem::path& file, std::string_view got, const std::string& what);

}  // namespace profconv::test
