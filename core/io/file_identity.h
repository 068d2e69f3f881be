// SPDX-License-Identifier: Apache-2.0
// Tells whether two paths lead to one file: through links, hard links, "./" or "..".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

namespace profconv {

/// A regular file that exists, or the place in a directory where one would be created.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;  ///< of the file; of its directory where `name` is set
  std::string name;         ///< of a file that does not exist yet

  bool operator<(const FileIdentity& other) const {
    return std::tie(device, inode, name) < std::tie(other.device, other.inode, other.name);
  }
};

/// Follows symbolic links. Empty for anything that writing does not replace (a fifo, a device, a directory), and for a
/// path whose directory does not exist.
[[nodiscard]] std::optional<FileIdentity> identity_of(const std::string& path);
[[nodiscard]] std::optional<FileIdentity> identity_of_standard_input();
[[nodiscard]] std::optional<FileIdentity> identity_of_standard_output();

/// Where writing to `path` ends up: the path itself, or what a chain of symbolic links leads to, which need not exist.
[[nodiscard]] std::string link_target(const std::string& path);

}  // namespace profconv
