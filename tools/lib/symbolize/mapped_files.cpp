// SPDX-License-Identifier: Apache-2.0
// Lines of /proc/PID/maps.
#include "tools/lib/symbolize/mapped_files.h"

#include <fstream>
#include <ios>
#include <sstream>
#include <utility>

namespace profconv::symbolize {

std::vector<MappedFile> mapped_files(const std::string& path) {
  std::ifstream file(path);
  std::vector<MappedFile> found;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    MappedFile mapped;
    char dash = 0;
    std::string permissions;
    std::string device;
    std::string inode;
    words >> std::hex >> mapped.start >> dash >> mapped.end >> permissions >> mapped.offset >> device >> inode >>
        std::ws;
    if (!std::getline(words, mapped.path) || permissions.find('x') == permissions.npos) continue;
    if (mapped.path.starts_with('/')) found.push_back(std::move(mapped));
  }
  return found;
}

}  // namespace profconv::symbolize
