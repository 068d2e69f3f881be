// SPDX-License-Identifier: Apache-2.0
// Rare values, skipping, and errors. Open objects and arrays are on a list: nothing recurses.
#include "core/json/pull_reader.h"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "core/text/ascii.h"
#include "core/text/utf8_text.h"
#include "profconv/errors.h"

namespace profconv {

namespace {

const char* digits_end(const char* at) {
  while (is_digit(*at)) ++at;
  return at;
}

/// The end of the integer at `at`, which has no leading zero; null if `at` is not at one.
const char* integer_end(const char* at) {
  const char* const end = digits_end(at);
  return end - at == 1 || (end != at && *at != '0') ? end : nullptr;
}

/// The end of the number at `at`; null if `at` is not at one.
const char* number_end(const char* at) {
  at = integer_end(*at == '-' ? at + 1 : at);
  if (at != nullptr && *at == '.') {
    at = is_digit(at[1]) ? digits_end(at + 1) : nullptr;
  }
  if (at != nullptr && (*at == 'e' || *at == 'E')) {
    ++at;
    if (*at == '+' || *at == '-') ++at;
    at = is_digit(*at) ? digits_end(at) : nullptr;
  }
  return at;
}

constexpr std::uint32_t no_code = UINT32_MAX;

/// The code of four digits in an escape.
std::uint32_t hexadecimal(const char* at) {
  constexpr int digits = 4;
  std::uint32_t code = 0;
  return std::from_chars(at, at + digits, code, 16).ptr == at + digits ? code : no_code;
}

std::string two_digits(char byte) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  const auto number = static_cast<unsigned char>(byte);
  return {digits[number >> 4U], digits[number & 15U]};
}

bool is_surrogate(std::uint32_t code, std::uint32_t first) { return code >= first && code < first + 0x400; }

/// Whether a text contains neither objects nor escapes, and all of its strings end.
bool is_flat(std::string_view text) {
  unsigned char quotes = 0;
  unsigned char others = 0;
  for (const char c : text) {
    quotes ^= static_cast<unsigned char>(c == '"');
    others |= static_cast<unsigned char>(c == '{') | static_cast<unsigned char>(c == '\\');
  }
  return quotes == 0 && others == 0;
}

}  // namespace

JsonKind JsonPullReader::kind() const {
  switch (*at_) {
    case '{':
      return JsonKind::object;
    case '[':
      return JsonKind::array;
    case '"':
      return JsonKind::string;
    case 't':
    case 'f':
      return JsonKind::boolean;
    case 'n':
      return JsonKind::null;
    default:
      if (*at_ != '-' && !is_digit(*at_)) expected("a value");
      return JsonKind::number;
  }
}

std::string_view JsonPullReader::digits() {
  const char* const begin = at_;
  const char* const end = integer_end(begin);
  if (end == nullptr || !ends_scalar(*end)) expected("an unsigned integer");
  at_ = end;
  return {begin, end};
}

std::uint64_t JsonPullReader::rare_unsigned_integer() {
  const std::string_view text = digits();
  std::uint64_t number = 0;
  const bool fits = std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc();
  return fits ? number : UINT64_MAX;
}

std::int64_t JsonPullReader::integer() {
  const char* const begin = at_;
  const char* const end = integer_end(*begin == '-' ? begin + 1 : begin);
  if (end == nullptr || !ends_scalar(*end)) expected("an integer");
  at_ = end;
  std::int64_t number = 0;
  if (std::from_chars(begin, end, number).ec == std::errc()) return number;
  return *begin == '-' ? INT64_MIN : INT64_MAX;
}

std::string_view JsonPullReader::number() {
  const char* const begin = at_;
  const char* const end = number_end(begin);
  if (end == nullptr || !ends_scalar(*end)) expected("a number");
  at_ = end;
  return {begin, end};
}

bool JsonPullReader::take_literal(std::string_view word) {
  if (std::memcmp(at_, word.data(), word.size()) != 0 || !ends_scalar(at_[word.size()])) return false;
  at_ += word.size();
  return true;
}

bool JsonPullReader::boolean() {
  if (take_literal("true")) return true;
  if (!take_literal("false")) expected("true or false");
  return false;
}

void JsonPullReader::null() {
  if (!take_literal("null")) expected("null");
}

std::string_view JsonPullReader::unescape(const char* begin, const char* at, std::string& text) {
  text.assign(begin, at);
  while (*at != '"') {
    const char* const plain = take_escape(at, text);
    at = plain_end(plain);
    text.append(plain, at);
  }
  at_ = at + 1;
  return text;
}

const char* JsonPullReader::take_escape(const char* at, std::string& text) const {
  constexpr std::string_view letters = "\"\\/bfnrt";
  constexpr std::string_view characters = "\"\\/\b\f\n\r\t";
  if (*at != '\\') {
    refuse_string(at, "the string has a control character (0x" + two_digits(*at) + ") without an escape");
  }
  if (const std::size_t letter = letters.find(at[1]); letter != std::string_view::npos) {
    text += characters[letter];
    return at + 2;
  }
  std::uint32_t code = at[1] == 'u' ? hexadecimal(at + 2) : no_code;
  const char* end = at + (code == no_code ? 2 : 6);
  if (is_surrogate(code, 0xD800) && end[0] == '\\' && end[1] == 'u') {
    const std::uint32_t low = hexadecimal(end + 2);
    if (is_surrogate(low, 0xDC00)) {
      code = 0x10000 + ((code - 0xD800) << 10U) + (low - 0xDC00);
      end += 6;
    }
  }
  if (!is_code_point(code)) {
    const std::string expected = code == no_code ? "expected a JSON escape" : "expected a pair of surrogates";
    refuse_string(at, expected + ", got " + in_quotes({at, std::min(end, text_->end())}));
  }
  append_utf8(code, text);
  return end;
}

void JsonPullReader::skip_numbers() {
  const char* at = at_;
  const char* end = number_end(at);
  while (is_in_array() && end != nullptr && *end == ',' && (is_digit(end[1]) || end[1] == '-')) {
    at = end + 1;
    end = number_end(at);
  }
  at_ = at;
}

void JsonPullReader::skip_value() {
  const std::size_t outer = levels_.size();
  do {
    switch (kind()) {
      case JsonKind::object:
        begin_object();
        break;
      case JsonKind::array:
        begin_array();
        break;
      case JsonKind::string:
        static_cast<void>(string());
        break;
      case JsonKind::number:
        if (levels_.size() > outer) skip_numbers();
        static_cast<void>(number());
        break;
      case JsonKind::boolean:
        static_cast<void>(boolean());
        break;
      case JsonKind::null:
        null();
    }
    // The next value may be after the end of several objects and arrays.
    std::string_view key;
    while (levels_.size() > outer && !(is_in_array() ? next_element() : next_key(key))) {
    }
  } while (levels_.size() > outer);
}

std::string_view JsonPullReader::raw_value() {
  const char* const begin = at_;
  skip_value();
  return {begin, at_};
}

const char* JsonPullReader::string_end(const char* at) const {
  for (++at; (at = plain_end(at)) != text_->end(); ++at) {
    if (*at == '"') return at + 1;
    if (*at == '\\' && at + 1 != text_->end()) ++at;
  }
  return at;
}

const char* JsonPullReader::value_end(const char* at) const {
  const char* const end = text_->end();
  const char* brace = at;  // the last '}' that was searched for
  std::size_t depth = 0;
  while (at != end) {
    const char c = *at;
    if (depth == 0 && ends_scalar(c)) return at;
    if (c == '"') {
      at = string_end(at);
      if (depth == 0) return at;
    } else if (c == '{' && depth == 1 && at >= brace) {
      // Most elements are flat objects, which end at the next '}'.
      const void* const found = std::memchr(at, '}', static_cast<std::size_t>(end - at));
      brace = found == nullptr ? end : static_cast<const char*>(found);
      if (is_flat({at + 1, brace})) at = std::min(brace + 1, end);
    } else {
      if ((c == '{' || c == '[') && levels_.size() + ++depth > text_->max_nesting()) refuse_nesting(at);
      ++at;
      if ((c == '}' || c == ']') && --depth == 0) return at;
    }
  }
  return at;
}

JsonValue JsonPullReader::defer_value() {
  const JsonValue value = here();
  at_ = value_end(at_);
  if (!levels_.empty()) check_cut_off(at_, at_);
  return value;
}

void JsonPullReader::go_to(const JsonValue& value) {
  at_ = value.place;
  name_ = value.name;
  levels_.resize(value.depth);
  is_first_ = false;
}

void JsonPullReader::end() {
  at_ = space_end(at_);
  if (at_ != text_->end()) refuse("expected the end of the file after the JSON");
}

void JsonPullReader::check_cut_off(const char* place, const char* end) const {
  if (end != text_->end() || (place != end && levels_.empty())) return;
  text_->fail(end, "the file ends in the middle of its JSON; it seems to be cut off");
}

void JsonPullReader::refuse(const std::string& message) const {
  const char* const end = value_end(at_);
  check_cut_off(at_, end);
  text_->fail(at_, message + ", got " + in_quotes({at_, std::max(end, at_ + 1)}));
}

void JsonPullReader::refuse_string(const char* place, const std::string& message) const {
  check_cut_off(place, string_end(place - 1));
  text_->fail(place, message);
}

void JsonPullReader::expected(std::string_view what) const {
  constexpr std::size_t most = 60;
  const std::string key = name_.empty() ? "" : " for \"" + one_line(shortened(name_, most)) + '"';
  refuse("expected " + std::string(what) + key);
}

void JsonPullReader::refuse_separator(char close) const {
  refuse(std::string("expected ',' or '") + close + "' in the JSON");
}

void JsonPullReader::refuse_nesting(const char* place) const {
  throw LimitError(text_->at(place), "the JSON is nested deeper than the limit of " +
                                         std::to_string(text_->max_nesting()) + " levels (--max-nesting)");
}

}  // namespace profconv
