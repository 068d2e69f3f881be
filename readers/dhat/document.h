// SPDX-License-Identifier: Apache-2.0
// A DHAT file in memory as valid UTF-8, and the places of its bytes in the input.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "profconv/context.h"
#include "profconv/input.h"

namespace profconv::dhat {

/// Valid UTF-8 with U+FFFD for every sequence that is none. Valgrind writes the bytes of names and arguments as they
/// are.
[[nodiscard]] std::string with_valid_utf8(std::string_view text, std::size_t& replaced, std::size_t& first);

/// Offending text for a message: short, on one line, in quotes.
[[nodiscard]] std::string shown(std::string_view text);

/// Where the values of a JSON text stand is found in two steps: a scan cuts the text into the few values of the top
/// object and the many points, and simdjson parses each of those by itself. Its index, nearly twice as large as what
/// it describes, so never covers more than one point or the frame table.
class Document {
 public:
  explicit Document(Input& input);

  [[nodiscard]] std::string_view text() const { return {bytes_.data() + begin_, size_}; }
  /// How many bytes may be read from a place of the text on: parsers read ahead.
  [[nodiscard]] std::size_t readable_from(const char* place) const {
    return static_cast<std::size_t>(bytes_.data() + bytes_.size() - place);
  }

  [[nodiscard]] const Limits& limits() const { return input_->context().limits(); }
  [[nodiscard]] Location at(const char* place) const;
  [[nodiscard]] Location whole() const { return input_->whole(); }
  [[noreturn]] void fail(const char* place, std::string_view message) const;
  [[noreturn]] void fail(std::string_view message) const;
  [[noreturn]] void refuse_nesting(const char* place) const;
  /// "expected WHAT for "KEY", got ..."
  [[noreturn]] void expected(std::string_view what, std::string_view key, std::string_view got) const;

 private:
  void repair(Context& context);

  const Input* input_;
  ByteBuffer bytes_;       ///< followed by padding
  ByteBuffer unrepaired_;  ///< as read, where it was no UTF-8: to know the bytes' places
  std::size_t begin_ = 0;
  std::size_t size_ = 0;
  /// A place of repaired text and where it is in the original: places are asked for in order, as a rule.
  mutable std::size_t known_repaired_ = 0;
  mutable std::size_t known_original_ = 0;
};

}  // namespace profconv::dhat
