// SPDX-License-Identifier: Apache-2.0
// Values out of simdjson, or a message that says what stands there instead.
#include "readers/dhat/json.h"

#include <algorithm>
#include <new>
#include <string>

namespace profconv::dhat {

namespace {

constexpr std::string_view an_object = "an object";
constexpr std::string_view an_array = "an array";
constexpr std::string_view a_string = "a string";
constexpr std::string_view an_unsigned_integer = "an unsigned integer";

std::string_view trimmed(std::string_view text) { return text.substr(0, text.find_last_not_of(" \t\r\n") + 1); }

std::string words_for(simdjson::error_code error) {
  switch (error) {
    case simdjson::CAPACITY:
      return "the frame table has more than 4 GB";
    case simdjson::INCOMPLETE_ARRAY_OR_OBJECT:
    case simdjson::TAPE_ERROR:
    case simdjson::OUT_OF_BOUNDS:
      return "the JSON is not well-formed; the file may be damaged";
    case simdjson::MEMALLOC:
      throw std::bad_alloc();
    default:
      return std::string("the JSON is damaged: ") + simdjson::error_message(error);
  }
}

}  // namespace

template <class From>
simdjson::error_code JsonParts::get_string(From& from, std::string_view& text) {
  json::raw_json_string raw;
  if (const auto error = from.get_raw_json_string().get(raw); error != simdjson::SUCCESS) return error;
  return parser_.unescape(raw, strings_end_).get(text);
}

void JsonParts::open(std::string_view part) {
  part_ = part;
  const std::size_t most = part.size() + simdjson::SIMDJSON_PADDING;
  if (strings_.size() < most) strings_ = ByteBuffer(most);
  strings_end_ = reinterpret_cast<std::uint8_t*>(strings_.data());
  const simdjson::padded_string_view padded(part.data(), part.size(), document_->readable_from(part.data()));
  if (const auto error = parser_.iterate(padded).get(open_); error != simdjson::SUCCESS) {
    document_->fail(part.data(), words_for(error));
  }
}

json::object JsonParts::object(std::string_view part, std::string_view key) {
  open(part);
  json::object object;
  if (const auto error = open_.get_object().get(object); error != simdjson::SUCCESS)
    refuse(error, an_object, key, part);
  return object;
}

json::array JsonParts::array(std::string_view part, std::string_view key) {
  open(part);
  json::array array;
  if (const auto error = open_.get_array().get(array); error != simdjson::SUCCESS) refuse(error, an_array, key, part);
  return array;
}

std::string_view JsonParts::string(std::string_view part, std::string_view key) {
  open(part);
  std::string_view text;
  if (const auto error = get_string(open_, text); error != simdjson::SUCCESS) refuse(error, a_string, key, part);
  return text;
}

std::string_view JsonParts::digits(std::string_view part, std::string_view key) const {
  const bool all_digits = !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
  if (!all_digits || (part.size() > 1 && part.front() == '0')) document_->expected(an_unsigned_integer, key, part);
  return part;
}

bool JsonParts::boolean(std::string_view part, std::string_view key) const {
  if (part != "true" && part != "false") document_->expected("true or false", key, part);
  return part == "true";
}

std::uint64_t JsonParts::unsigned_integer(json::value& value, std::string_view key) {
  std::uint64_t number = 0;
  if (value.get_uint64().get(number) == simdjson::SUCCESS) return number;
  static_cast<void>(digits(trimmed(value.raw_json_token()), key));
  return UINT64_MAX;
}

std::string_view JsonParts::string(json::value& value, std::string_view key) {
  std::string_view text;
  const auto error = get_string(value, text);
  if (error != simdjson::SUCCESS) refuse(error, a_string, key, trimmed(value.raw_json_token()));
  return text;
}

json::array JsonParts::array(json::value& value, std::string_view key) {
  json::array array;
  const auto error = value.get_array().get(array);
  if (error != simdjson::SUCCESS) refuse(error, an_array, key, trimmed(value.raw_json_token()));
  return array;
}

const char* JsonParts::position() {
  const char* place = nullptr;
  const bool known = open_.current_location().get(place) == simdjson::SUCCESS;
  return known ? std::clamp(place, part_.data(), part_.data() + part_.size()) : part_.data() + part_.size();
}

void JsonParts::fail(simdjson::error_code error) { document_->fail(position(), words_for(error)); }

void JsonParts::refuse(simdjson::error_code error, std::string_view expected, std::string_view key,
                       std::string_view got) {
  if (error == simdjson::INCORRECT_TYPE) document_->expected(expected, key, got);
  fail(error);
}

}  // namespace profconv::dhat
