// SPDX-License-Identifier: Apache-2.0
// Owner and permissions by POSIX; extended attributes, which hold access control lists, on Linux.
#include "core/io/file_attributes.h"

#include <unistd.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

#include <string_view>
#include <vector>

namespace profconv {

namespace {

constexpr mode_t group_bits = 0070;

/// Only root may give a file away; anyone may choose among their own groups.
bool keep_group(int descriptor, const struct stat& replaced) {
  if (::fchown(descriptor, replaced.st_uid, replaced.st_gid) == 0) return true;
  if (::fchown(descriptor, static_cast<uid_t>(-1), replaced.st_gid) == 0) return true;
  struct stat now {};
  return ::fstat(descriptor, &now) == 0 && now.st_gid == replaced.st_gid;
}

#ifdef __linux__
constexpr const char* access_list = "system.posix_acl_access";

bool is_kept(std::string_view name) {
  return name.starts_with("user.") || name == access_list || name == "security.selinux";
}

void copy_extended(int descriptor, const std::string& path) {
  // A new file may have inherited a list from its directory.
  static_cast<void>(::fremovexattr(descriptor, access_list));
  const ssize_t size = ::listxattr(path.c_str(), nullptr, 0);
  if (size <= 0) return;
  std::vector<char> names(static_cast<std::size_t>(size));
  const ssize_t filled = ::listxattr(path.c_str(), names.data(), names.size());
  for (std::size_t at = 0; filled > 0 && at < static_cast<std::size_t>(filled);) {
    const char* const name = names.data() + at;
    at += std::string_view(name).size() + 1;
    const ssize_t value_size = is_kept(name) ? ::getxattr(path.c_str(), name, nullptr, 0) : -1;
    if (value_size < 0) continue;
    std::vector<char> value(static_cast<std::size_t>(value_size));
    const ssize_t got = ::getxattr(path.c_str(), name, value.data(), value.size());
    if (got >= 0) static_cast<void>(::fsetxattr(descriptor, name, value.data(), static_cast<std::size_t>(got), 0));
  }
}
#endif

}  // namespace

void copy_attributes(int descriptor, const std::string& path, const struct stat& replaced) {
  mode_t mode = replaced.st_mode & 0777;
  if (!keep_group(descriptor, replaced)) {
    // The bits of a group hold for another group now, which gets what everybody had.
    mode = (mode & ~group_bits) | (mode & (mode << 3U) & group_bits);
  }
#ifdef __linux__
  copy_extended(descriptor, path);
#endif
  static_cast<void>(::fchmod(descriptor, mode));
}

}  // namespace profconv
