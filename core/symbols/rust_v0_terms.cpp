// SPDX-License-Identifier: Apache-2.0
// Scalars are printed as Rust source has them.
#include "core/symbols/rust_v0_terms.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/text/utf8_text.h"

namespace profconv {

namespace {

/// From 'a' on.
constexpr std::array<std::string_view, 26> basic_types{
    "i8",   "bool", "char", "f64", "str", "f32", "",    "u8", "isize", "usize", "",    "i32", "u32",
    "i128", "u128", "_",    "",    "",    "i16", "u16", "()", "...",   "",      "i64", "u64", "!"};

constexpr std::string_view unsigned_tags = "htmyoj";
constexpr std::string_view signed_tags = "aslxni";
constexpr std::size_t digits_of_64_bits = 16;

bool has(std::string_view tags, char tag) { return tags.find(tag) != std::string_view::npos; }

std::string_view without_zeros(std::string_view digits) {
  return digits.substr(std::min(digits.find_first_not_of('0'), digits.size()));
}

std::uint64_t number_of(std::string_view digits) {
  std::uint64_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
  return number;
}

/// Decimal; more than 64 bits stay hexadecimal.
std::string integer(RustV0Cursor& cursor) {
  const std::string_view digits = cursor.hex();
  const std::string_view significant = without_zeros(digits);
  if (significant.size() > digits_of_64_bits) return std::string("0x").append(digits);
  return std::to_string(number_of(significant));
}

/// Marks that do not show or that turn the direction of writing.
bool is_invisible(char32_t c) {
  return c == 0xad || (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) ||
         c == 0xfeff;
}

void append_escaped(char32_t c, char quote, std::string& text) {
  constexpr std::string_view short_characters{"\0\t\r\n\\", 5};
  constexpr std::string_view short_letters = "0trn\\";
  const std::size_t at = c < 0x80 ? short_characters.find(static_cast<char>(c)) : std::string_view::npos;
  if (at != std::string_view::npos) {
    text.append({'\\', short_letters[at]});
  } else if (c == static_cast<char32_t>(quote)) {
    text.append({'\\', quote});
  } else if (is_control(c) || is_invisible(c)) {
    std::array<char, 8> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), static_cast<std::uint32_t>(c), 16).ptr;
    text.append("\\u{").append(digits.data(), end).append("}");
  } else {
    append_utf8(c, text);
  }
}

std::string character(RustV0Cursor& cursor) {
  const std::string_view digits = without_zeros(cursor.hex());
  const std::uint64_t number = digits.size() > digits_of_64_bits ? UINT64_MAX : number_of(digits);
  std::string text = "'";
  if (number > 0x10ffff || !is_code_point(static_cast<char32_t>(number))) {
    cursor.fail();
  } else {
    append_escaped(static_cast<char32_t>(number), '\'', text);
  }
  return text + "'";
}

std::string boolean(RustV0Cursor& cursor) {
  const std::string_view digits = without_zeros(cursor.hex());
  if (!digits.empty() && digits != "1") cursor.fail();
  return digits.empty() ? "false" : "true";
}

/// The code point at the beginning of hexadecimal UTF-8, which is taken off; more than 0x10ffff if it is malformed.
std::uint32_t take_code_point(std::string_view& digits) {
  constexpr std::uint32_t malformed = UINT32_MAX;
  const auto take_byte = [&] {
    const auto byte = static_cast<std::uint32_t>(number_of(digits.substr(0, 2)));
    digits.remove_prefix(2);
    return byte;
  };
  const std::uint32_t first = take_byte();
  if (first < 0x80) return first;
  const int more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
  if (first < 0xc2 || first > 0xf4) return malformed;
  std::uint32_t c = first & (0x3fU >> more);
  for (int i = 0; i < more; ++i) {
    const std::uint32_t byte = digits.empty() ? 0 : take_byte();
    if ((byte & 0xc0) != 0x80) return malformed;
    c = c << 6 | (byte & 0x3f);
  }
  const bool is_overlong = (more == 2 && c < 0x800) || (more == 3 && c < 0x10000);
  return is_overlong ? malformed : c;
}

}  // namespace

std::string_view rust_basic_type(char tag) {
  return tag >= 'a' && tag <= 'z' ? basic_types[static_cast<std::size_t>(tag - 'a')] : std::string_view();
}

std::string rust_lifetime(std::uint64_t number) {
  constexpr std::uint64_t letters = 26;
  if (number >= letters) return "'_" + std::to_string(number);
  return {'\'', static_cast<char>('a' + static_cast<char>(number))};
}

RustScalar read_rust_scalar(char tag, RustV0Cursor& cursor) {
  if (has(unsigned_tags, tag)) return {integer(cursor), true};
  if (has(signed_tags, tag)) {
    const bool is_negative = cursor.eat('n');
    return {(is_negative ? "-" : "") + integer(cursor), true};
  }
  if (tag == 'b') return {boolean(cursor), true};
  if (tag == 'c') return {character(cursor), true};
  return {};
}

std::string read_rust_string(RustV0Cursor& cursor) {
  std::string_view digits = cursor.hex();
  if (digits.size() % 2 != 0) cursor.fail();
  std::string text = "\"";
  while (!cursor.has_failed() && !digits.empty()) {
    const std::uint32_t c = take_code_point(digits);
    if (c > 0x10ffff || !is_code_point(static_cast<char32_t>(c))) {
      cursor.fail();
    } else {
      append_escaped(static_cast<char32_t>(c), '"', text);
    }
  }
  return text + '"';
}

}  // namespace profconv
