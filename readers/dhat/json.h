// SPDX-License-Identifier: Apache-2.0
// simdjson over parts of a document, its refusals put into words.
#pragma once

#include <simdjson.h>

#include <cstdint>
#include <string_view>

#include "profconv/byte_buffer.h"
#include "readers/dhat/document.h"

namespace profconv::dhat {

namespace json = simdjson::ondemand;

/// Parses one part of a document at a time. What it gives is good until the next part is opened.
class JsonParts {
 public:
  explicit JsonParts(const Document& document) : document_(&document) {}

  [[nodiscard]] json::object object(std::string_view part, std::string_view key);
  [[nodiscard]] json::array array(std::string_view part, std::string_view key);
  [[nodiscard]] std::string_view string(std::string_view part, std::string_view key);
  /// The digits of an unsigned integer of any size.
  [[nodiscard]] std::string_view digits(std::string_view part, std::string_view key) const;
  [[nodiscard]] bool boolean(std::string_view part, std::string_view key) const;

  /// Values in the open part. An integer that 64 bits do not hold becomes the largest.
  [[nodiscard]] std::uint64_t unsigned_integer(json::value& value, std::string_view key);
  [[nodiscard]] std::string_view string(json::value& value, std::string_view key);
  [[nodiscard]] json::array array(json::value& value, std::string_view key);

  /// Where the parser stands in the open part.
  [[nodiscard]] const char* position();
  [[noreturn]] void fail(simdjson::error_code error);

 private:
  void open(std::string_view part);
  /// simdjson's own get_string() writes to a null pointer where its buffer could not be allocated.
  template <class From>
  simdjson::error_code get_string(From& from, std::string_view& text);
  [[noreturn]] void refuse(simdjson::error_code error, std::string_view expected, std::string_view key,
                           std::string_view got);

  const Document* document_;
  std::string_view part_;
  json::parser parser_;
  json::document open_;
  ByteBuffer strings_;  ///< of the open part, unescaped
  std::uint8_t* strings_end_ = nullptr;
};

}  // namespace profconv::dhat
