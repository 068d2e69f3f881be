// SPDX-License-Identifier: Apache-2.0
// Protobuf's wire format for what a file has most of, its samples: a message each would be built, measured and copied.
// https://protobuf.dev/programming-guides/encoding/
//   12 03 08 01 10   (field 2, three bytes, ...)
#pragma once

#include <google/protobuf/io/coded_stream.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace profconv::pprof {

/// Writes a number where there is room for it; returns the place behind it.
inline char* put_varint(char* at, std::uint64_t number) {
  using google::protobuf::io::CodedOutputStream;
  return reinterpret_cast<char*>(CodedOutputStream::WriteVarint64ToArray(number, reinterpret_cast<std::uint8_t*>(at)));
}

/// A message or packed numbers, in a buffer that is used again.
class WireBytes {
 public:
  void clear() { size_ = 0; }
  [[nodiscard]] std::string_view view() const { return {bytes_.data(), size_}; }

  /// Room for so many numbers behind what is there. set_end() says where they end.
  [[nodiscard]] char* room(std::size_t numbers) {
    constexpr std::size_t most_bytes = 10;  // of a number
    reserve(numbers * most_bytes);
    return bytes_.data() + size_;
  }
  void set_end(const char* end) { size_ = static_cast<std::size_t>(end - bytes_.data()); }

  void number(std::uint64_t number) { set_end(put_varint(room(1), number)); }
  void numbers(std::size_t count, std::uint64_t same) {
    for (; count != 0; --count) number(same);
  }
  /// A number of a message; 0 is left out, as it is what a reader takes for granted.
  void field(int field, std::uint64_t value) {
    if (value == 0) return;
    number(static_cast<std::uint64_t>(field) << 3U);
    number(value);
  }
  /// What stands in front of a message, a text or packed numbers.
  void begin_field(int field, std::size_t size) {
    number(static_cast<std::uint64_t>(field) << 3U | 2U);
    number(size);
  }
  void field(int field, std::string_view bytes) {
    begin_field(field, bytes.size());
    reserve(bytes.size());
    std::copy(bytes.begin(), bytes.end(), bytes_.data() + size_);
    size_ += bytes.size();
  }

 private:
  void reserve(std::size_t more) {
    if (bytes_.size() - size_ < more) bytes_.resize(std::max(size_ + more, bytes_.size() * 2));
  }

  std::vector<char> bytes_;
  std::size_t size_ = 0;
};

}  // namespace profconv::pprof
