// SPDX-License-Identifier: Apache-2.0
// Reading and writing whole files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace profconv::test {

[[nodiscard]] std::string file_bytes(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace profconv::test
