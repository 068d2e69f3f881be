// SPDX-License-Identifier: Apache-2.0
// One end of a pipe to a child process. No end is inherited by other children.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace profconv {

/// A descriptor that is closed with its object.
class PipeEnd {
 public:
  PipeEnd() = default;
  PipeEnd(PipeEnd&& other) noexcept
      : descriptor_(std::exchange(other.descriptor_, -1)), is_socket_(other.is_socket_), left_(other.left_) {}
  PipeEnd& operator=(PipeEnd&& other) noexcept;
  ~PipeEnd() { close(); }

  /// The end to read from and the end to write to. Neither is a standard stream, even where those are closed. Throws
  /// std::system_error.
  [[nodiscard]] static std::pair<PipeEnd, PipeEnd> make();
  /// The same of a pair of sockets: the reader sees the end when the writer closes it, even if a copy of this process
  /// (fork() without exec) still holds it.
  [[nodiscard]] static std::pair<PipeEnd, PipeEnd> make_sockets();

  [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }
  /// -1 once closed, which poll(2) skips.
  [[nodiscard]] int descriptor() const { return descriptor_; }
  void close() noexcept;

  /// Makes write() return instead of waiting.
  void never_wait();
  /// Gives the end a number above `descriptor`. Throws std::system_error.
  void move_above(int descriptor);
  /// What has been written so far is all that read() returns, although others may keep the pipe open.
  void end_here();

  /// Waits for bytes; closes the end and returns 0 when there are no more.
  std::size_t read(std::span<char> buffer);
  /// As many bytes as the pipe takes; raises no SIGPIPE, but closes the end if nobody reads any more.
  std::size_t write(std::string_view bytes);

 private:
  explicit PipeEnd(int descriptor, bool is_socket = false) : descriptor_(descriptor), is_socket_(is_socket) {}

  int descriptor_ = -1;
  bool is_socket_ = false;
  std::optional<std::size_t> left_;  ///< bytes to read until the end, if that is known
};

}  // namespace profconv
