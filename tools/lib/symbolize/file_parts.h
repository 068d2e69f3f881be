// SPDX-License-Identifier: Apache-2.0
// Parts of binary files, and numbers in them in this machine's byte order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>

namespace profconv::symbolize {

/// A number in a part; the caller knows that it is there.
template <class Number>
[[nodiscard]] Number number_at(std::string_view part, std::size_t offset) {
  Number number{};
  std::memcpy(&number, part.data() + offset, sizeof number);
  return number;
}

/// A part of a file; empty where it is not there or larger than a gigabyte.
[[nodiscard]] inline std::string part_of(std::ifstream& file, std::uint64_t offset, std::uint64_t size) {
  constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30;
  if (size > most_bytes || offset > static_cast<std::uint64_t>(INT64_MAX)) return {};
  std::string bytes(static_cast<std::size_t>(size), '\0');
  file.clear();
  file.seekg(static_cast<std::streamoff>(offset));
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return file ? bytes : std::string();
}

}  // namespace profconv::symbolize
