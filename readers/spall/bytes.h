// SPDX-License-Identifier: Apache-2.0
// An input as bytes that are looked at before they are taken. What a file says of its sizes costs no memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "profconv/input.h"

namespace profconv::spall_in {

/// A window of an input. No event is larger than it.
class Bytes {
 public:
  static constexpr std::size_t window_bytes = std::size_t{1} << 18;

  explicit Bytes(Input& input) : input_(&input), window_(window_bytes) {}

  /// Whether `count` bytes (window_bytes at most) are there to be looked at.
  [[nodiscard]] bool have(std::size_t count) { return end_ - begin_ >= count || fill(count); }
  void take(std::size_t count) {
    begin_ += count;
    offset_ += count;
  }
  /// Takes `count` bytes; false where the input ends before.
  bool skip(std::uint64_t count);

  /// Of the next byte, in the input.
  [[nodiscard]] std::uint64_t offset() const { return offset_; }
  [[nodiscard]] Location here() const { return input_->at_byte(offset_); }
  [[nodiscard]] Input& input() const { return *input_; }

  /// A number of 1 to 8 bytes, least byte first, `at` bytes ahead of the next one. have() must have said that it is
  /// there.
  [[nodiscard]] std::uint64_t number(std::size_t at, std::size_t bytes) const {
    std::uint64_t value = 0;
    for (std::size_t i = bytes; i-- > 0;) value = value << 8U | static_cast<unsigned char>(window_[begin_ + at + i]);
    return value;
  }
  template <class T>
  [[nodiscard]] T number(std::size_t at) const {
    return static_cast<T>(number(at, sizeof(T)));
  }
  [[nodiscard]] double real(std::size_t at) const;
  [[nodiscard]] std::string_view text(std::size_t at, std::size_t bytes) const {
    return {window_.data() + begin_ + at, bytes};
  }

 private:
  bool fill(std::size_t count);

  Input* input_;
  std::vector<char> window_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint64_t offset_ = 0;
};

}  // namespace profconv::spall_in
