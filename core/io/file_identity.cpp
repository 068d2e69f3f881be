// SPDX-License-Identifier: Apache-2.0
// Device and inode, by stat(2).
#include "core/io/file_identity.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

namespace profconv {

namespace {

namespace fs = std::filesystem;

FileIdentity identity_in(const struct stat& status, std::string name = {}) {
  return {.device = static_cast<std::uint64_t>(status.st_dev),
          .inode = static_cast<std::uint64_t>(status.st_ino),
          .name = std::move(name)};
}

std::optional<FileIdentity> identity_of_stream(int descriptor) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return identity_in(status);
}

}  // namespace

std::string link_target(const std::string& path) {
  constexpr int most_hops = 40;
  fs::path target = path;
  std::error_code failed;
  for (int hops = 0; hops < most_hops && fs::is_symlink(fs::symlink_status(target, failed)); ++hops) {
    const fs::path next = fs::read_symlink(target, failed);
    if (failed) break;
    target = target.parent_path() / next;
  }
  return target.string();
}

std::optional<FileIdentity> identity_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) {
    return S_ISREG(status.st_mode) ? std::optional(identity_in(status)) : std::nullopt;
  }
  if (errno != ENOENT) return std::nullopt;
  const fs::path target = link_target(path);
  const fs::path directory = target.has_parent_path() ? target.parent_path() : fs::path(".");
  if (::stat(directory.c_str(), &status) != 0) return std::nullopt;
  return identity_in(status, target.filename().string());
}

std::optional<FileIdentity> identity_of_standard_input() { return identity_of_stream(STDIN_FILENO); }
std::optional<FileIdentity> identity_of_standard_output() { return identity_of_stream(STDOUT_FILENO); }

}  // namespace profconv
