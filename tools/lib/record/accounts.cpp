// SPDX-License-Identifier: Apache-2.0
// The name service. A program that is linked statically would load its libraries into itself, which only the C library
// that it was linked with survives (glibc's FAQ, "statically linked programs"): such a program reads the files.
#include "tools/lib/record/accounts.h"

#include <grp.h>
#include <pwd.h>

#include <cstdio>
#include <memory>

namespace profconv::record {

namespace {

#ifdef PROFCONV_STATIC
struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

const passwd* entry_of(uid_t user) {
  const File file(std::fopen("/etc/passwd", "re"));
  while (const passwd* const entry = file ? ::fgetpwent(file.get()) : nullptr) {
    if (entry->pw_uid == user) return entry;
  }
  return nullptr;
}

std::vector<gid_t> groups_of(const std::string& name, gid_t group) {
  std::vector<gid_t> found{group};
  const File file(std::fopen("/etc/group", "re"));
  while (const ::group* const entry = file ? ::fgetgrent(file.get()) : nullptr) {
    for (char** member = entry->gr_mem; *member != nullptr; ++member) {
      if (name == *member && entry->gr_gid != group) found.push_back(entry->gr_gid);
    }
  }
  return found;
}
#else
const passwd* entry_of(uid_t user) { return ::getpwuid(user); }  // NOLINT(concurrency-mt-unsafe): no other thread asks

std::vector<gid_t> groups_of(const std::string& name, gid_t group) {
  constexpr int most = 1024;
  int count = most;
#ifdef __APPLE__
  std::vector<int> found(most);
  if (::getgrouplist(name.c_str(), static_cast<int>(group), found.data(), &count) < 0) return {group};
#else
  std::vector<gid_t> found(most);
  if (::getgrouplist(name.c_str(), group, found.data(), &count) < 0) return {group};
#endif
  return {found.begin(), found.begin() + count};
}
#endif

}  // namespace

std::optional<Account> account_of(uid_t user, gid_t group) {
  const passwd* const entry = entry_of(user);
  if (entry == nullptr) return std::nullopt;
  Account account{.name = entry->pw_name, .home = entry->pw_dir, .shell = entry->pw_shell, .groups = {}};
  account.groups = groups_of(account.name, group);
  return account;
}

}  // namespace profconv::record
