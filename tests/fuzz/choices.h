// SPDX-License-Identifier: Apache-2.0
// Fuzzed bytes as numbers and texts.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

#include "profconv/plugin.h"

namespace profconv::test {

/// Numbers and texts of the fuzzed bytes; 0 after their end.
class Choices {
 public:
  explicit Choices(std::string_view bytes) : bytes_(bytes) {}

  [[nodiscard]] bool are_over() const { return bytes_.empty(); }
  std::uint8_t byte() {
    if (bytes_.empty()) return 0;
    const char first = bytes_.front();
    bytes_.remove_prefix(1);
    return static_cast<std::uint8_t>(first);
  }
  std::size_t below(std::size_t count) { return byte() % count; }
  bool one_in(std::size_t count) { return byte() % count == count - 1; }
  /// Mostly small; 200 and more begin one of eight bytes, 255 is the highest.
  std::uint64_t number() {
    constexpr std::uint8_t long_from = 200;
    const std::uint8_t first = byte();
    if (first < long_from) return first;
    if (first == 0xFF) return ~std::uint64_t{0};
    std::uint64_t whole = 0;
    for (int i = 0; i < 8; ++i) whole = whole << 8U | byte();
    return whole;
  }
  std::uint32_t id() { return static_cast<std::uint32_t>(number()); }
  std::int64_t signed_number() { return std::bit_cast<std::int64_t>(number()); }
  std::int32_t flag() { return static_cast<std::int32_t>(byte()) % 5 - 1; }
  pc_string text() {
    constexpr std::size_t most = 12;
    const std::size_t size = below(most + 1);
    if (size == most) return {nullptr, below(2)};
    const std::string_view words = bytes_.substr(0, size);
    bytes_.remove_prefix(words.size());
    return {words.data(), words.size()};
  }

 private:
  std::string_view bytes_;
};

}  // namespace profconv::test
