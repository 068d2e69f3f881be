// SPDX-License-Identifier: Apache-2.0
// Making and removing directories.
#include "made_directory.h"

#include <system_error>

#include "profconv/errors.h"

namespace profconv {

MadeDirectory::~MadeDirectory() {
  std::error_code in_use;
  for (auto directory = made_.rbegin(); directory != made_.rend(); ++directory) {
    std::filesystem::remove(*directory, in_use);
  }
}

void MadeDirectory::make(const std::string& path) {
  std::filesystem::path directory;
  for (const std::filesystem::path& part : std::filesystem::path(path)) {
    if (part.empty()) continue;
    directory /= part;
    std::error_code failed;
    if (std::filesystem::is_directory(directory, failed)) continue;
    if (std::filesystem::create_directory(directory, failed)) made_.push_back(directory);
    if (failed) throw WriteError(path + ": cannot make the directory: " + failed.message());
  }
}

}  // namespace profconv
