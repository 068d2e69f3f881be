// SPDX-License-Identifier: Apache-2.0
// The directory of "-o DIR/".
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace profconv {

/// Makes a directory with its parents, and removes at its end what it made and nothing was written to.
class MadeDirectory {
 public:
  MadeDirectory() = default;
  MadeDirectory(const MadeDirectory&) = delete;
  MadeDirectory& operator=(const MadeDirectory&) = delete;
  ~MadeDirectory();

  /// Does nothing if it is there. Throws WriteError.
  void make(const std::string& path);

 private:
  std::vector<std::filesystem::path> made_;  ///< parents first
};

}  // namespace profconv
