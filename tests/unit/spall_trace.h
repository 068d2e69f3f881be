// SPDX-License-Identifier: Apache-2.0
// Spall traces made event by event, for tests. Shares nothing with the reader or the writer.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace profconv::test {

/// The bytes of a trace.
class SpallTrace {
 public:
  SpallTrace(std::uint64_t version, double unit, std::uint64_t magic = 0x0BADF00D) {
    number(magic, 8).number(version, 8).number(std::bit_cast<std::uint64_t>(unit), 8).number(0, 8);
  }

  SpallTrace& number(std::uint64_t value, int size) {
    for (int i = 0; i < size; ++i) bytes_.push_back(static_cast<char>(value >> (8 * i)));
    return *this;
  }
  SpallTrace& raw(std::string_view bytes) {
    bytes_.append(bytes);
    return *this;
  }
  SpallTrace& begin(double time, std::string_view name, std::uint32_t tid = 1, std::string_view arguments = {}) {
    number(3, 1).number(0, 1).number(1, 4).number(tid, 4).number(std::bit_cast<std::uint64_t>(time), 8);
    return number(name.size(), 1).number(arguments.size(), 1).raw(name).raw(arguments);
  }
  SpallTrace& end(double time, std::uint32_t tid = 1) {
    return number(4, 1).number(1, 4).number(tid, 4).number(std::bit_cast<std::uint64_t>(time), 8);
  }
  /// A buffer of version 3, of process 1.
  SpallTrace& buffer(std::uint32_t tid, std::string_view payload) {
    return number(payload.size(), 4).number(tid, 4).number(1, 4).number(0, 8).raw(payload);
  }

  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

}  // namespace profconv::test
