// SPDX-License-Identifier: Apache-2.0
// A strict reader of JSON (RFC 8259) that gives one value after another and builds no tree. The caller names what must
// come next; anything else is a ReadError with the byte, what was expected and what was there:
//
//   JsonPullReader json(text);               {"pid":17,"stack":[3,2,1],"other":{}}
//   json.begin_object();
//   for (std::string_view key; json.next_key(key);) {
//     if (key == "pid") pid = json.unsigned_integer();
//     else if (key == "stack") for (json.begin_array(); json.next_element();) stack.push_back(json.unsigned_integer());
//     else json.skip_value();
//   }
//   json.end();
//
// Read or skip the value after each key and each element, and go on to the end of every object and array that you
// begin. Strings are not checked to be UTF-8: JsonText has made them so.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "core/json/text.h"
#include "core/text/excerpts.h"

namespace profconv {

enum class JsonKind : std::uint8_t { object, array, string, number, boolean, null };

/// A value to read later: its place, its name in messages and how deep it is nested.
struct JsonValue {
  const char* place = nullptr;
  std::string_view name;
  std::size_t depth = 0;
};

/// Reads one text. Only strings with escapes are copied.
class JsonPullReader {
 public:
  explicit JsonPullReader(const JsonText& text) : text_(&text), at_(space_end(text.begin())) {}

  /// Where the next value begins; after a value, where it ended.
  [[nodiscard]] const char* place() const { return at_; }
  /// The key of the value, or of the array it is in, with its escapes. Messages name values by it.
  [[nodiscard]] std::string_view name() const { return name_; }

  /// What the next value is, by its first character.
  [[nodiscard]] JsonKind kind() const;

  void begin_object() {
    if (*at_ != '{') expected("an object");
    begin('}');
  }
  /// Goes to the value of the next member; false at the end of the object. The key is valid until the next call.
  [[nodiscard]] bool next_key(std::string_view& key) {
    if (!next('}')) return false;
    if (*at_ != '"') refuse("expected a key in the JSON");
    const char* const begin = at_ + 1;
    key = take_string(key_);
    name_ = {begin, static_cast<std::size_t>(at_ - 1 - begin)};
    at_ = space_end(at_);
    if (*at_ != ':') refuse("expected ':' after the key " + in_quotes(name_));
    at_ = space_end(at_ + 1);
    return true;
  }

  void begin_array() {
    if (*at_ != '[') expected("an array");
    begin(']');
  }
  /// Goes to the next element; false at the end of the array.
  [[nodiscard]] bool next_element() { return next(']'); }

  /// The text of a string, valid until the next one is read or skipped.
  [[nodiscard]] std::string_view string() {
    if (*at_ != '"') expected("a string");
    return take_string(string_);
  }
  /// The largest one if it overflows 64 bits.
  [[nodiscard]] std::uint64_t unsigned_integer() {
    std::uint64_t number = 0;
    const char* const end = plain_integer_end(at_, number);
    if (end == nullptr || !ends_scalar(*end)) return rare_unsigned_integer();
    at_ = end;
    return number;
  }
  /// Reads an array of unsigned integers: calls take(integer, place) for each.
  template <class Take>
  void unsigned_integers(Take take) {
    for (begin_array(); next_element();) {
      // Mostly a comma follows, and then the next one: everything else is left to the functions above.
      const char* at = at_;
      std::uint64_t number = 0;
      for (const char* end = at; (end = plain_integer_end(at, number)) != nullptr && *end == ','; at = end + 1) {
        take(number, at);
      }
      at = at_ = space_end(at);
      take(unsigned_integer(), at);
    }
  }
  /// The nearest one if it overflows 64 bits.
  [[nodiscard]] std::int64_t integer();
  /// The digits of an unsigned integer of any size.
  [[nodiscard]] std::string_view digits();
  /// A number as it is written.
  [[nodiscard]] std::string_view number();
  [[nodiscard]] bool boolean();
  void null();

  /// Skips a value of any kind, which must be valid all the same.
  void skip_value();
  /// Skips a value and returns its text.
  [[nodiscard]] std::string_view raw_value();

  /// The next value, to read it later with go_to() or with another reader of the same text.
  [[nodiscard]] JsonValue here() const { return {at_, name_, levels_.size()}; }
  /// Skips a value to read it later. Only its strings and brackets are looked at, which takes a fraction
  /// of the time of skip_value().
  JsonValue defer_value();
  /// Goes to a deferred value.
  void go_to(const JsonValue& value);

  /// Nothing may follow the outermost value.
  void end();

 private:
  /// An open object or array.
  struct Level {
    std::string_view name;  ///< what it is called
    char close;
  };

  /// The first byte from `at` on that is not a plain character of a string: a quote, a backslash, a control character.
  /// Eight at a time: x - 1 borrows from the highest bit of a byte if x is 0, x - 0x20 if it is a control character.
  [[nodiscard]] static const char* plain_end(const char* at) {
    constexpr std::uint64_t ones = 0x0101010101010101U;
    while (true) {
      std::uint64_t word = 0;
      std::memcpy(&word, at, sizeof word);
      if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
      const std::uint64_t borrows = (word - ones * 0x20) | ((word ^ ones * '"') - ones) | ((word ^ ones * '\\') - ones);
      const std::uint64_t found = borrows & ~word & ones * 0x80;
      if (found != 0) return at + std::countr_zero(found) / 8;
      at += sizeof word;
    }
  }
  [[nodiscard]] static bool ends_scalar(char c) {
    return c == ',' || c == ']' || c == '}' || static_cast<unsigned char>(c) <= ' ';
  }

  /// The end of an integer that certainly fits; else null.
  [[nodiscard]] static const char* plain_integer_end(const char* at, std::uint64_t& number) {
    constexpr std::ptrdiff_t most_digits = 19;
    const char* const begin = at;
    number = 0;
    for (unsigned digit = 0; (digit = static_cast<unsigned char>(*at) - unsigned{'0'}) <= 9; ++at) {
      number = number * 10 + digit;
    }
    const std::ptrdiff_t size = at - begin;
    return size == 1 || (size > 1 && size <= most_digits && *begin != '0') ? at : nullptr;
  }
  [[nodiscard]] static const char* space_end(const char* at) {
    while (*at <= ' ' && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t')) ++at;
    return at;
  }
  void begin(char close) {
    if (levels_.size() >= text_->max_nesting()) refuse_nesting(at_);
    levels_.push_back({name_, close});
    is_first_ = true;
    ++at_;
  }
  [[nodiscard]] bool next(char close) {
    at_ = space_end(at_);
    if (*at_ == close) {
      leave();
      return false;
    }
    if (!is_first_) {
      if (*at_ != ',') refuse_separator(close);
      at_ = space_end(at_ + 1);
    }
    is_first_ = false;
    return true;
  }
  void leave() {
    name_ = levels_.back().name;
    levels_.pop_back();
    is_first_ = false;
    ++at_;
  }
  /// Takes a string that begins here: a part of the text, or `unescaped`.
  [[nodiscard]] std::string_view take_string(std::string& unescaped) {
    const char* const begin = at_ + 1;
    const char* const end = plain_end(begin);
    if (*end != '"') return unescape(begin, end, unescaped);
    at_ = end + 1;
    return {begin, static_cast<std::size_t>(end - begin)};
  }
  [[nodiscard]] std::string_view unescape(const char* begin, const char* at, std::string& text);
  [[nodiscard]] const char* take_escape(const char* at, std::string& text) const;
  [[nodiscard]] std::uint64_t rare_unsigned_integer();
  [[nodiscard]] bool is_in_array() const { return !levels_.empty() && levels_.back().close == ']'; }
  /// Goes to the last of the numbers in an array that only commas separate.
  void skip_numbers();
  [[nodiscard]] bool take_literal(std::string_view word);
  [[nodiscard]] const char* string_end(const char* at) const;
  [[nodiscard]] const char* value_end(const char* at) const;

  /// Throws if what begins at `place` extends to the end of the text, in the middle of its JSON.
  void check_cut_off(const char* place, const char* end) const;
  /// Throws "MESSAGE, got TEXT", where TEXT is what comes next.
  [[noreturn]] void refuse(const std::string& message) const;
  /// Throws for a place within a string.
  [[noreturn]] void refuse_string(const char* place, const std::string& message) const;
  [[noreturn]] void expected(std::string_view what) const;
  [[noreturn]] void refuse_separator(char close) const;
  [[noreturn]] void refuse_nesting(const char* place) const;

  const JsonText* text_;
  const char* at_;
  std::string_view name_;
  bool is_first_ = false;  ///< nothing has been read of the innermost object or array
  std::vector<Level> levels_;
  std::string key_;
  std::string string_;
};

}  // namespace profconv
