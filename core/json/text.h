// SPDX-License-Identifier: Apache-2.0
// A JSON text in memory, and where its bytes are in the input.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "profconv/context.h"
#include "profconv/input.h"

namespace profconv {

/// The whole text, without a byte order mark. Zeros follow it, so a parser stops there without looking for the end and
/// may read whole words.
class JsonText {
 public:
  static constexpr std::size_t padding = 8;

  /// Reads what is left of an input. Bytes that are not UTF-8 become U+FFFD, which is reported as a data loss of this
  /// kind.
  JsonText(Input& input, std::string_view utf8_kind);
  /// A copy of a text as it is, under the default limits. Its places have no file.
  explicit JsonText(std::string_view text);

  [[nodiscard]] const char* begin() const { return bytes_.data() + begin_; }
  [[nodiscard]] const char* end() const { return bytes_.data() + bytes_.size() - padding; }
  [[nodiscard]] std::size_t max_nesting() const { return max_nesting_; }

  /// Several threads may ask at a time, but for a text that has been repaired.
  [[nodiscard]] Location at(const char* place) const;
  /// Whether it had bytes that are not UTF-8.
  [[nodiscard]] bool is_repaired() const { return !unrepaired_.empty(); }
  [[nodiscard]] Location whole() const { return {.file = file_}; }
  [[noreturn]] void fail(const char* place, std::string_view message) const;
  [[noreturn]] void fail(std::string_view message) const;

 private:
  void repair(Context& context, std::string_view utf8_kind);

  std::string file_;
  std::size_t max_nesting_;
  ByteBuffer bytes_;       ///< followed by padding
  ByteBuffer unrepaired_;  ///< as read, if it was not UTF-8: to find the bytes' places
  std::size_t begin_ = 0;
  /// A place in the repaired text and in the original: places are mostly requested in order.
  mutable std::size_t known_repaired_ = 0;
  mutable std::size_t known_original_ = 0;
};

}  // namespace profconv
