// SPDX-License-Identifier: Apache-2.0
// Files by descriptor; interrupted calls continue. The core calls the system only here, in file_identity.cpp, in
// file_attributes.cpp and to run programs (core/process): port those to run profconv on a system without POSIX.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace profconv {

/// An open file descriptor, closed at the end of its life unless it is a standard stream.
class File {
 public:
  File() = default;
  static File standard_input() { return File(0, false); }
  static File standard_output() { return File(1, false); }
  /// Throws ReadError naming `path`. A pipe opens once it has a writer: `on_signal` is called for each signal that
  /// arrives meanwhile, and may throw.
  static File open_for_reading(const std::string& path, const std::function<void()>& on_signal);
  /// What is there already and no regular file. Throws WriteError naming `path`.
  static File open_for_writing(const std::string& path);
  /// A new file beside `path`, its name in `*temporary`, with the attributes `path` has or would get. Throws
  /// WriteError naming `path`.
  static File create_beside(const std::string& path, std::string* temporary);
  /// As far as that is possible.
  static void remove(const std::string& path) noexcept;
  File(File&& other) noexcept;
  File& operator=(File&& other) noexcept;
  ~File() { close_quietly(); }

  /// 0 at the end. Throws ReadError naming `name`.
  std::size_t read(std::span<char> buffer, const std::string& name);
  /// Of a regular file; 0 of anything else.
  [[nodiscard]] std::uint64_t size() const;
  /// All of `bytes`. Throws WriteError naming `name`.
  void write(std::string_view bytes, const std::string& name);
  /// Throws WriteError: some file systems say only now that the disk is full.
  void close(const std::string& name);

 private:
  File(int descriptor, bool owned) : descriptor_(descriptor), owned_(owned) {}
  void close_quietly() noexcept;

  int descriptor_ = -1;
  bool owned_ = false;
};

}  // namespace profconv
