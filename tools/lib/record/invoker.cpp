// SPDX-License-Identifier: Apache-2.0
// Who ran sudo, and what is theirs.
#include "tools/lib/record/invoker.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __APPLE__
#include <crt_externs.h>
#endif

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "tools/lib/record/privileges.h"

#ifndef __APPLE__
extern char** environ;  // NOLINT: POSIX leaves its declaration to the program
#endif

namespace profconv::record {

namespace {

std::optional<std::uint32_t> number_in(const char* variable) {
  const char* const value = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): nothing sets variables
  if (value == nullptr) return std::nullopt;
  const std::string_view text = value;
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

char** variables() {
#ifdef __APPLE__
  return *::_NSGetEnviron();
#else
  return environ;
#endif
}

}  // namespace

std::optional<Invoker> find_invoker() {
  if (!is_root()) return std::nullopt;
  const auto user = number_in("SUDO_UID");
  const auto group = number_in("SUDO_GID");
  if (!user || !group || *user == 0) return std::nullopt;
  const Account unknown{.name = {}, .home = {}, .shell = {}, .groups = {*group}};
  return Invoker{.user = *user, .group = *group, .account = account_of(*user, *group).value_or(unknown)};
}

std::vector<std::string> environment_for(const std::optional<Invoker>& invoker) {
  std::vector<std::string> all;
  for (char** variable = variables(); variable != nullptr && *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const std::string_view name = text.substr(0, text.find('='));
    const bool is_roots = name == "HOME" || name == "USER" || name == "LOGNAME" || name == "SHELL" || name == "MAIL";
    if (invoker && (name.starts_with("SUDO_") || (is_roots && !invoker->account.name.empty()))) continue;
    all.emplace_back(text);
  }
  if (!invoker || invoker->account.name.empty()) return all;
  all.push_back("HOME=" + invoker->account.home);
  all.push_back("USER=" + invoker->account.name);
  all.push_back("LOGNAME=" + invoker->account.name);
  all.push_back("SHELL=" + invoker->account.shell);
  return all;
}

void hand_over(const std::string& path, const Invoker& invoker) {
  const int file = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return;
  struct stat status {};
  const bool is_ours =
      ::fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink == 1 && status.st_uid == 0;
  if (is_ours) static_cast<void>(!::fchown(file, invoker.user, invoker.group));
  ::close(file);
}

}  // namespace profconv::record
