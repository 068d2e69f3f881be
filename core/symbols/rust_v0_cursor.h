// SPDX-License-Identifier: Apache-2.0
// The tokens of Rust's v0 mangling: numbers, identifiers, constants' digits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace profconv {

/// A name in a symbol, as it is there.
struct RustIdentifier {
  std::string_view bytes;
  bool is_punycode = false;
};

/// Appends an identifier in UTF-8. Returns false if its punycode is malformed or too long.
[[nodiscard]] bool append_rust_identifier(const RustIdentifier& identifier, std::string& text);

/// A place in a symbol. After a failure every token is empty.
class RustV0Cursor {
 public:
  /// What follows "_R".
  explicit RustV0Cursor(std::string_view symbol) : symbol_(symbol) {}

  [[nodiscard]] bool has_failed() const { return has_failed_; }
  void fail() { has_failed_ = true; }

  [[nodiscard]] std::size_t position() const { return at_; }
  void seek(std::size_t position) { at_ = position; }
  [[nodiscard]] std::string_view rest() const { return symbol_.substr(at_); }

  /// The next character; '\0' at the end and after a failure.
  [[nodiscard]] char peek() const { return has_failed_ || at_ == symbol_.size() ? '\0' : symbol_[at_]; }
  [[nodiscard]] bool eat(char c);

  /// Like peek(), and moves on. The end is a failure.
  char next();

  /// "_" is 0, "0_" is 1, "Z_" is 62.
  std::uint64_t base62();

  /// A number after a tag: 0 without the tag, else one more than base62().
  std::uint64_t tagged_base62(char tag);

  /// "3foo", "u5_abc1a"; no disambiguator.
  RustIdentifier identifier();

  /// Lowercase hexadecimal digits up to "_".
  std::string_view hex();

 private:
  friend class RustV0Level;

  std::string_view symbol_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  bool has_failed_ = false;
};

/// Held while a rule that can contain itself is read. Too many at a time are a failure.
class RustV0Level {
 public:
  explicit RustV0Level(RustV0Cursor& cursor) : cursor_(cursor) {
    if (++cursor_.depth_ > max_depth) cursor_.fail();
  }
  ~RustV0Level() { --cursor_.depth_; }
  RustV0Level(const RustV0Level&) = delete;
  RustV0Level& operator=(const RustV0Level&) = delete;

 private:
  static constexpr std::size_t max_depth = 1024;

  RustV0Cursor& cursor_;
};

}  // namespace profconv
