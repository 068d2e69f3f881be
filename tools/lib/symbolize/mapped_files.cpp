// SPDX-License-Identifier: Apache-2.0
// Lines of /proc/PID/maps.
#include "tools/lib/symbolize/mapped_files.h"

#include <fstream>
#include <ios>
#include <sstream>
#include <utility>

namespace profconv::symbolize {

std::vector<MappedFile> mapped_code(const std::string& path) {
  std::ifstream file(path);
  std::vector<MappedFile> found;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    MappedFile mapped;
    char dash = 0;
    std::string permissions;
    std::string device;
    words >> std::hex >> mapped.start >> dash >> mapped.end >> permissions >> mapped.offset >> device >> std::dec >>
        mapped.inode;
    if (words.fail() || permissions.find('x') == permissions.npos) continue;
    std::getline(words >> std::ws, mapped.path);
    found.push_back(std::move(mapped));
  }
  return found;
}

std::vector<MappedFile> mapped_files(const std::string& path) {
  std::vector<MappedFile> found = mapped_code(path);
  std::erase_if(found, [](const MappedFile& mapped) { return !mapped.path.starts_with('/'); });
  return found;
}

}  // namespace profconv::symbolize
