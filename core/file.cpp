// SPDX-License-Identifier: Apache-2.0
// POSIX files.
#include "file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "profconv/errors.h"

namespace profconv {

namespace {

std::string reason() { return std::generic_category().message(errno); }

WriteError cannot_write(const std::string& name) { return WriteError(name + ": cannot write: " + reason()); }

template <class Call>
auto retried(Call call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

/// The permissions of `path`, or those a new file gets.
mode_t mode_for(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) return status.st_mode & 07777;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

}  // namespace

File::File(File&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), owned_(std::exchange(other.owned_, false)) {}

File& File::operator=(File&& other) noexcept {
  close_quietly();
  descriptor_ = std::exchange(other.descriptor_, -1);
  owned_ = std::exchange(other.owned_, false);
  return *this;
}

File File::open_for_reading(const std::string& path) {
  const int descriptor = retried([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); });
  if (descriptor < 0) throw ReadError({.file = path}, "cannot open: " + reason());
  File file(descriptor, true);
  struct stat status {};
  if (::fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) {
    throw ReadError({.file = path}, "is a directory; name a file in it");
  }
  return file;
}

File File::open_for_writing(const std::string& path) {
  const int descriptor = retried([&] { return ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666); });
  if (descriptor < 0) throw cannot_write(path);
  return File(descriptor, true);
}

File File::create_beside(const std::string& path, std::string* temporary) {
  *temporary = path + ".XXXXXX";
  const int descriptor = ::mkstemp(temporary->data());
  if (descriptor < 0) throw cannot_write(path);
  ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  ::fchmod(descriptor, mode_for(path));
  return File(descriptor, true);
}

std::size_t File::read(std::span<char> buffer, const std::string& name) {
  const auto got = retried([&] { return ::read(descriptor_, buffer.data(), buffer.size()); });
  if (got < 0) throw ReadError({.file = name}, "cannot read: " + reason());
  return static_cast<std::size_t>(got);
}

void File::write(std::string_view bytes, const std::string& name) {
  while (!bytes.empty()) {
    const auto put = retried([&] { return ::write(descriptor_, bytes.data(), bytes.size()); });
    if (put < 0) throw cannot_write(name);
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
}

void File::close(const std::string& name) {
  if (!owned_) return;
  owned_ = false;
  if (::close(std::exchange(descriptor_, -1)) < 0 && errno != EINTR) throw cannot_write(name);
}

void File::close_quietly() noexcept {
  if (owned_) ::close(descriptor_);
}

}  // namespace profconv
