// SPDX-License-Identifier: Apache-2.0
// POSIX pipes.
#include "core/process/pipe_end.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>
#if __has_include(<sys/filio.h>)
#include <sys/filio.h>  // illumos has FIONREAD there
#endif

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

namespace profconv {

namespace {

[[noreturn]] void fail(const char* call) { throw std::system_error(errno, std::generic_category(), call); }

/// Keeps SIGPIPE from this thread, and takes away the one that a write raised meanwhile. Handlers and other threads are
/// not touched.
class WithoutSigpipe {
 public:
  WithoutSigpipe() {
    sigset_t pending;
    ::sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    sigemptyset(&sigpipe_);
    sigaddset(&sigpipe_, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &sigpipe_, &before_);
  }
  WithoutSigpipe(const WithoutSigpipe&) = delete;
  WithoutSigpipe& operator=(const WithoutSigpipe&) = delete;
  ~WithoutSigpipe() {
    sigset_t pending;
    ::sigpending(&pending);
    if (!was_pending_ && sigismember(&pending, SIGPIPE) == 1) {
      int signal = 0;
      sigwait(&sigpipe_, &signal);
    }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t sigpipe_{};
  sigset_t before_{};
  bool was_pending_ = false;
};

/// The descriptor, or a copy of it above `lowest`.
int above(int lowest, int descriptor) {
  if (descriptor > lowest) return descriptor;
  const int copy = ::fcntl(descriptor, F_DUPFD_CLOEXEC, lowest + 1);
  const int error = errno;
  ::close(descriptor);
  errno = error;
  return copy;
}

}  // namespace

PipeEnd& PipeEnd::operator=(PipeEnd&& other) noexcept {
  close();
  descriptor_ = std::exchange(other.descriptor_, -1);
  is_socket_ = other.is_socket_;
  left_ = other.left_;
  return *this;
}

std::pair<PipeEnd, PipeEnd> PipeEnd::make() {
  std::array<int, 2> descriptors{};
#ifdef __APPLE__
  if (::pipe(descriptors.data()) != 0) fail("pipe");
  for (const int descriptor : descriptors) ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
#else
  if (::pipe2(descriptors.data(), O_CLOEXEC) != 0) fail("pipe");
#endif
  PipeEnd reads(above(STDERR_FILENO, descriptors[0]));
  PipeEnd writes(above(STDERR_FILENO, descriptors[1]));
  if (!reads.is_open() || !writes.is_open()) fail("fcntl");
  return {std::move(reads), std::move(writes)};
}

std::pair<PipeEnd, PipeEnd> PipeEnd::make_sockets() {
  std::array<int, 2> descriptors{};
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, descriptors.data()) != 0) fail("socketpair");
  for (const int descriptor : descriptors) ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  PipeEnd reads(above(STDERR_FILENO, descriptors[0]), true);
  PipeEnd writes(above(STDERR_FILENO, descriptors[1]), true);
  if (!reads.is_open() || !writes.is_open()) fail("fcntl");
  return {std::move(reads), std::move(writes)};
}

void PipeEnd::close() noexcept {
  if (!is_open()) return;
  if (is_socket_) ::shutdown(descriptor_, SHUT_WR);
  ::close(std::exchange(descriptor_, -1));
}

void PipeEnd::never_wait() {
  if (::fcntl(descriptor_, F_SETFL, O_NONBLOCK) < 0) fail("fcntl");
}

void PipeEnd::move_above(int descriptor) {
  if (!is_open()) return;
  descriptor_ = above(descriptor, descriptor_);
  if (!is_open()) fail("fcntl");
}

void PipeEnd::end_here() {
  int waiting = 0;
  if (is_open() && ::ioctl(descriptor_, FIONREAD, &waiting) == 0) left_ = static_cast<std::size_t>(waiting);
}

std::size_t PipeEnd::read(std::span<char> buffer) {
  const std::size_t most = std::min(buffer.size(), left_.value_or(buffer.size()));
  ssize_t got = 0;
  do {
    got = most == 0 ? 0 : ::read(descriptor_, buffer.data(), most);
  } while (got < 0 && errno == EINTR);
  if (got < 0) fail("read");
  if (got == 0) close();
  const auto count = static_cast<std::size_t>(got);
  if (left_) *left_ -= count;
  return count;
}

std::size_t PipeEnd::write(std::string_view bytes) {
  const WithoutSigpipe without;
  const ssize_t put = ::write(descriptor_, bytes.data(), bytes.size());
  if (put >= 0) return static_cast<std::size_t>(put);
  if (errno == EPIPE) {
    close();
  } else if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
    fail("write");
  }
  return 0;
}

}  // namespace profconv
