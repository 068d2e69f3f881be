// SPDX-License-Identifier: Apache-2.0
// Which files were mapped in a process, by Linux's /proc/PID/maps or a copy of it (proc_pid_maps(5)).
//
//   55ff1cdc4000-55ff1cdc5000 r-xp 00001000 fe:00 1234   /home/user/spin
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace profconv::symbolize {

/// A part of a file that is code.
struct MappedFile {
  std::uint64_t start = 0;
  std::uint64_t end = 0;
  std::uint64_t offset = 0;  ///< in the file
  std::uint64_t inode = 0;   ///< of the file
  std::string path;          ///< as the process sees it; empty or "[vdso]": it is no file's

  bool operator==(const MappedFile&) const = default;
};

/// All code that the file `path` lists; none where it cannot be read.
[[nodiscard]] std::vector<MappedFile> mapped_code(const std::string& path);
/// That of files alone.
[[nodiscard]] std::vector<MappedFile> mapped_files(const std::string& path);

}  // namespace profconv::symbolize
