// SPDX-License-Identifier: Apache-2.0
// Numbers in base 62, sizes, hexadecimal digits and punycode.
#include "core/symbols/rust_v0_cursor.h"

#include <algorithm>
#include <limits>

#include "core/text/ascii.h"
#include "core/text/utf8_text.h"

namespace profconv {

namespace {

constexpr std::string_view base62_digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Inserting into the middle is quadratic.
constexpr std::size_t max_punycode_bytes = 1024;

/// Punycode (RFC 3492): where the next code point goes is a delta, written in a base that adapts to earlier deltas.
class Punycode {
 public:
  explicit Punycode(std::string_view deltas) : rest_(deltas) {}

  [[nodiscard]] bool decode(std::u32string& text) {
    std::uint64_t code_point = 0x80;
    std::uint64_t index = 0;
    while (!rest_.empty()) {
      std::uint64_t delta = 0;
      if (!take_delta(delta)) return false;
      const std::uint64_t size = text.size() + 1;
      index += delta;
      code_point += index / size;
      index %= size;
      if (code_point > 0x10ffff || !is_code_point(static_cast<char32_t>(code_point))) return false;
      text.insert(text.begin() + static_cast<std::ptrdiff_t>(index), static_cast<char32_t>(code_point));
      adapt(delta, size);
      ++index;
    }
    return true;
  }

 private:
  static constexpr std::uint64_t base = 36, min_threshold = 1, max_threshold = 26, skew = 38, first_damp = 700;
  static constexpr std::uint64_t max_delta = std::uint64_t{1} << 32;

  [[nodiscard]] bool take_delta(std::uint64_t& delta) {
    std::uint64_t weight = 1;
    for (std::uint64_t k = base;; k += base) {
      if (rest_.empty()) return false;
      const char c = rest_.front();
      rest_.remove_prefix(1);
      const bool is_letter = c >= 'a' && c <= 'z';
      if (!is_letter && !is_digit(c)) return false;
      const auto digit = static_cast<std::uint64_t>(is_letter ? c - 'a' : c - '0' + 26);
      delta += digit * weight;
      const std::uint64_t threshold =
          std::clamp(k > bias_ ? k - bias_ : 0, std::uint64_t{min_threshold}, std::uint64_t{max_threshold});
      if (digit < threshold) return true;
      weight *= base - threshold;
      if (delta > max_delta || weight > max_delta) return false;
    }
  }

  void adapt(std::uint64_t delta, std::uint64_t size) {
    delta /= damp_;
    damp_ = 2;
    delta += delta / size;
    std::uint64_t k = 0;
    for (; delta > (base - min_threshold) * max_threshold / 2; k += base) delta /= base - min_threshold;
    bias_ = k + (base - min_threshold + 1) * delta / (delta + skew);
  }

  std::string_view rest_;
  std::uint64_t bias_ = 72;
  std::uint64_t damp_ = first_damp;
};

}  // namespace

bool append_rust_identifier(const RustIdentifier& identifier, std::string& text) {
  if (!identifier.is_punycode) {
    text.append(identifier.bytes);
    return true;
  }
  if (identifier.bytes.size() > max_punycode_bytes) return false;
  const std::size_t last = identifier.bytes.rfind('_');
  const std::string_view ascii = identifier.bytes.substr(0, last == std::string_view::npos ? 0 : last);
  const std::string_view deltas = identifier.bytes.substr(last == std::string_view::npos ? 0 : last + 1);
  std::u32string decoded(ascii.begin(), ascii.end());
  if (deltas.empty() || !Punycode(deltas).decode(decoded)) return false;
  for (const char32_t c : decoded) append_utf8(c, text);
  return true;
}

bool RustV0Cursor::eat(char c) {
  const bool is_there = peek() == c;
  if (is_there) ++at_;
  return is_there;
}

char RustV0Cursor::next() {
  const char c = peek();
  if (c == '\0') {
    fail();
  } else {
    ++at_;
  }
  return c;
}

std::uint64_t RustV0Cursor::base62() {
  constexpr std::uint64_t max_before = std::numeric_limits<std::uint64_t>::max() / 62 - 2;
  if (eat('_')) return 0;
  std::uint64_t number = 0;
  while (!eat('_')) {
    const std::size_t digit = base62_digits.find(next());
    if (digit == std::string_view::npos || number > max_before) fail();
    if (has_failed_) return 0;
    number = number * 62 + digit;
  }
  return number + 1;
}

std::uint64_t RustV0Cursor::tagged_base62(char tag) { return eat(tag) ? base62() + 1 : 0; }

RustIdentifier RustV0Cursor::identifier() {
  RustIdentifier identifier{.is_punycode = eat('u')};
  if (!is_digit(peek())) fail();
  std::size_t size = 0;
  // Sizes have no leading zeros: after "0" comes an empty name.
  while (!has_failed_ && is_digit(peek())) {
    size = size * 10 + static_cast<std::size_t>(next() - '0');
    if (size > symbol_.size()) fail();
    if (size == 0) break;
  }
  static_cast<void>(eat('_'));  // separates the size from a name that begins with a digit or "_"
  if (has_failed_ || size > symbol_.size() - at_) {
    fail();
    return {};
  }
  identifier.bytes = symbol_.substr(at_, size);
  at_ += size;
  return identifier;
}

std::string_view RustV0Cursor::hex() {
  const std::size_t size = rest().find_first_not_of("0123456789abcdef");
  if (has_failed_ || size == std::string_view::npos || rest()[size] != '_') {
    fail();
    return {};
  }
  const std::string_view digits = rest().substr(0, size);
  at_ += size + 1;
  return digits;
}

}  // namespace profconv
