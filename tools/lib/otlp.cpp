// SPDX-License-Identifier: Apache-2.0
// Going down the messages of an OTLP profile, whose fields may come in any order and may be cut off at the end:
//
//   ProfilesData { resource_profiles = 1 { scope_profiles = 2 { profiles = 2 { sample_type = 1 { two numbers } } } }
//                  dictionary = 2 { seven tables = 1 to 7, of which string_table = 5 begins with "" } }
//
// Traces, metrics and logs of the protocol have no dictionary, and text where sample_type is.
#include "otlp.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace profconv {

namespace {

enum class Kind : std::uint8_t { number = 0, eight_bytes = 1, bytes = 2, four_bytes = 5 };

struct Field {
  std::uint64_t number = 0;
  Kind kind = Kind::number;
  std::string_view bytes;  ///< as far as they are there
};

std::optional<std::uint64_t> take_varint(std::string_view& bytes) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    value |= std::uint64_t{byte & 0x7fU} << shift;
    if (byte < 0x80) return value;
  }
  return std::nullopt;
}

/// The field that a message begins with, which is taken off. Nothing at the end, and where there is no field.
std::optional<Field> take_field(std::string_view& message) {
  const auto tag = take_varint(message);
  if (!tag) return std::nullopt;
  Field field{.number = *tag / 8, .kind = static_cast<Kind>(*tag % 8), .bytes = {}};
  std::uint64_t size = 0;
  switch (field.kind) {
    case Kind::number:
      return take_varint(message) ? std::optional(field) : std::nullopt;
    case Kind::bytes: {
      const auto told = take_varint(message);
      if (!told) return std::nullopt;
      size = *told;
      break;
    }
    case Kind::eight_bytes:
      size = 8;
      break;
    case Kind::four_bytes:
      size = 4;
      break;
    default:
      return std::nullopt;
  }
  field.bytes = message.substr(0, size);
  message.remove_prefix(field.bytes.size());
  return field;
}

/// The first message in a field of that number.
std::optional<std::string_view> message_in(std::string_view message, std::uint64_t number) {
  while (const auto field = take_field(message)) {
    if (field->number == number) return field->kind == Kind::bytes ? std::optional(field->bytes) : std::nullopt;
  }
  return std::nullopt;
}

bool is_value_type(std::string_view message) {
  if (message.empty()) return false;
  while (!message.empty()) {
    const auto field = take_field(message);
    if (!field || field->kind != Kind::number || field->number < 1 || field->number > 3) return false;
  }
  return true;
}

bool is_dictionary(std::string_view message) {
  constexpr std::uint64_t string_table = 5;
  constexpr std::uint64_t last_table = 7;
  bool has_empty = false;
  bool has_text = false;
  while (const auto field = take_field(message)) {
    if (field->kind != Kind::bytes || field->number < 1 || field->number > last_table) return false;
    if (field->number == string_table) (field->bytes.empty() ? has_empty : has_text) = true;
  }
  return has_empty && has_text;
}

}  // namespace

bool is_otlp_profile(std::string_view head) {
  std::string_view rest = head;
  while (const auto field = take_field(rest)) {
    if (field->kind != Kind::bytes || field->number < 1 || field->number > 2) return false;
  }
  if (const auto dictionary = message_in(head, 2); dictionary && is_dictionary(*dictionary)) return true;
  constexpr std::array<std::uint64_t, 4> path{1, 2, 2, 1};
  std::optional<std::string_view> message = head;
  for (const std::uint64_t number : path) {
    if (message) message = message_in(*message, number);
  }
  return message && is_value_type(*message);
}

}  // namespace profconv
