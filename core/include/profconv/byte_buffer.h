// SPDX-License-Identifier: Apache-2.0
// Memory to read into.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>

#pragma GCC visibility push(default)
namespace profconv {

/// Bytes that hold anything until something is read into them: memory that is never used is never touched either.
class ByteBuffer {
 public:
  ByteBuffer() = default;
  explicit ByteBuffer(std::size_t size) { resize(size); }
  ByteBuffer(ByteBuffer&& other) noexcept
      : bytes_(std::move(other.bytes_)), size_(std::exchange(other.size_, std::size_t{0})) {}
  ByteBuffer& operator=(ByteBuffer&& other) noexcept {
    bytes_ = std::move(other.bytes_);
    size_ = std::exchange(other.size_, std::size_t{0});
    return *this;
  }
  ~ByteBuffer() = default;

  /// Large buffers grow without being copied.
  void resize(std::size_t size) {
    if (size > PTRDIFF_MAX) throw std::bad_alloc();  // realloc() fails, or aborts under AddressSanitizer
    void* const moved = std::realloc(bytes_.get(), size == 0 ? 1 : size);
    if (moved == nullptr) throw std::bad_alloc();
    static_cast<void>(bytes_.release());
    bytes_.reset(static_cast<char*>(moved));
    size_ = size;
  }

  [[nodiscard]] char* data() { return bytes_.get(); }
  [[nodiscard]] const char* data() const { return bytes_.get(); }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] char* begin() { return data(); }
  [[nodiscard]] char* end() { return data() + size_; }
  [[nodiscard]] const char* begin() const { return data(); }
  [[nodiscard]] const char* end() const { return data() + size_; }

 private:
  struct Free {
    void operator()(char* bytes) const { std::free(bytes); }
  };

  std::unique_ptr<char, Free> bytes_;
  std::size_t size_ = 0;
};

}  // namespace profconv
#pragma GCC visibility pop
