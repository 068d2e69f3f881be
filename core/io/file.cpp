// SPDX-License-Identifier: Apache-2.0
// POSIX files.
#include "core/io/file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <system_error>
#include <utility>

#include "core/io/file_attributes.h"
#include "core/tables/id_table.h"
#include "profconv/errors.h"

namespace profconv {

namespace {

std::string reason() { return std::generic_category().message(errno); }

WriteError cannot_write(const std::string& name) { return WriteError(name + ": cannot write: " + reason()); }

/// More at once is an error on some systems, and no gain on any.
constexpr std::size_t most_bytes_a_call = std::size_t{1} << 30;

/// Goes on after signals; where a descriptor that others made so does not wait, waits for it to become `ready`.
template <class Call>
auto retried(Call call, int descriptor = -1, short ready = 0) {
  while (true) {
    const auto result = call();
    if (result >= 0) return result;
    if (ready != 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      struct pollfd waited {
        .fd = descriptor, .events = ready, .revents = 0
      };
      if (::poll(&waited, 1, -1) >= 0) continue;
    }
    if (errno != EINTR) return result;
  }
}

/// A name beside `path` that is most likely free: its own, shortened where it must be, and six characters more.
std::string name_beside(const std::string& path) {
  static std::atomic<std::uint64_t> made{0};
  constexpr std::string_view letters = "0123456789abcdefghijklmnopqrstuvwxyz";
  constexpr std::size_t random_letters = 6;
  constexpr std::size_t most_name_bytes = 255;
  const std::size_t name = path.rfind('/') + 1;
  std::string beside = path.substr(0, name + std::min(path.size() - name, most_name_bytes - random_letters - 1)) + ".";
  const auto now = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  std::uint64_t random = mix(mix(now, static_cast<std::uint64_t>(::getpid())), made++);
  for (std::size_t i = 0; i < random_letters; ++i) {
    beside.push_back(letters[random % letters.size()]);
    random /= letters.size();
  }
  return beside;
}

/// For the system, which would take what stands before a zero byte for the whole name.
const char* name_of(const std::string& path) {
  if (path.find('\0') != std::string::npos) throw UsageError("the name of a file holds a zero byte");
  return path.c_str();
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

File File::open_for_reading(const std::string& path, const std::function<void()>& on_signal) {
  int descriptor = -1;
  while ((descriptor = ::open(name_of(path), O_RDONLY | O_CLOEXEC)) < 0 && errno == EINTR) on_signal();
  if (descriptor < 0) throw ReadError({.file = path}, "cannot open: " + reason());
  File file(descriptor, true);
  struct stat status {};
  if (::fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) {
    throw ReadError({.file = path}, "is a directory; name a file in it");
  }
  return file;
}

File File::open_for_writing(const std::string& path) {
  const int descriptor = retried([&] { return ::open(name_of(path), O_WRONLY | O_CLOEXEC); });
  if (descriptor < 0) throw cannot_write(path);
  return File(descriptor, true);
}

File File::create_beside(const std::string& path, std::string* temporary) {
  struct stat status {};
  const bool replaces = ::stat(name_of(path), &status) == 0;
  const mode_t mode = replaces ? status.st_mode & 0777 : 0666;
  constexpr int most_tries = 100;
  for (int tries = 1;; ++tries) {
    *temporary = name_beside(path);
    const auto create = [&] { return ::open(temporary->c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode); };
    const int descriptor = retried(create);
    if (descriptor >= 0) {
      if (replaces) copy_attributes(descriptor, path, status);
      return File(descriptor, true);
    }
    if (errno != EEXIST || tries == most_tries) throw cannot_write(path);
  }
}

void File::remove(const std::string& path) noexcept { ::unlink(path.c_str()); }

std::uint64_t File::size() const {
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) return 0;
  return static_cast<std::uint64_t>(status.st_size);
}

std::size_t File::read(std::span<char> buffer, const std::string& name) {
  const std::size_t most = std::min(buffer.size(), most_bytes_a_call);
  const auto got = retried([&] { return ::read(descriptor_, buffer.data(), most); }, descriptor_, POLLIN);
  if (got < 0) throw ReadError({.file = name}, "cannot read: " + reason());
  return static_cast<std::size_t>(got);
}

void File::write(std::string_view bytes, const std::string& name) {
  while (!bytes.empty()) {
    const std::size_t most = std::min(bytes.size(), most_bytes_a_call);
    const auto put = retried([&] { return ::write(descriptor_, bytes.data(), most); }, descriptor_, POLLOUT);
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
