// SPDX-License-Identifier: Apache-2.0
// Changing protobuf messages as they are stored: a field is a key (its number and how it is stored) and what it holds.
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "fuzz/mutators.h"

namespace profconv::test {

namespace {

namespace io = google::protobuf::io;

enum Storage : std::uint32_t { varint = 0, fixed64 = 1, bytes = 2, fixed32 = 5 };

/// A field; `number` where it is stored as a varint, else `content`.
struct Field {
  std::uint32_t key = 0;
  std::uint64_t number = 0;
  std::string content;

  [[nodiscard]] std::uint32_t storage() const { return key % 8; }
};

using Fields = std::vector<Field>;

bool parse_field(io::CodedInputStream& input, Field& field) {
  std::uint32_t length = 0;
  switch (field.storage()) {
    case varint:
      return input.ReadVarint64(&field.number);
    case fixed64:
      return input.ReadString(&field.content, 8);
    case fixed32:
      return input.ReadString(&field.content, 4);
    case bytes:
      return input.ReadVarint32(&length) && length <= std::numeric_limits<int>::max() &&
             input.ReadString(&field.content, static_cast<int>(length));
    default:
      return false;
  }
}

/// Nothing where it is no message.
std::optional<Fields> parse(std::string_view message) {
  io::CodedInputStream input(reinterpret_cast<const std::uint8_t*>(message.data()), static_cast<int>(message.size()));
  Fields fields;
  while (static_cast<std::size_t>(input.CurrentPosition()) < message.size()) {
    Field field{.key = input.ReadTag()};
    if (field.key == 0 || !parse_field(input, field)) return std::nullopt;
    fields.push_back(std::move(field));
  }
  return fields;
}

std::string print(const Fields& fields) {
  std::string message;
  io::StringOutputStream stream(&message);
  io::CodedOutputStream output(&stream);
  for (const Field& field : fields) {
    output.WriteVarint32(field.key);
    if (field.storage() == varint) output.WriteVarint64(field.number);
    if (field.storage() == bytes) output.WriteVarint32(static_cast<std::uint32_t>(field.content.size()));
    output.WriteString(field.content);
  }
  output.Trim();
  return message;
}

std::string mutate_message(std::string_view message, Mutation& mutation, int levels);

void change_content(Field& field, Mutation& mutation, int levels) {
  if (field.storage() == varint) {
    field.number = mutation.one_in(2) ? mutation.below(16) : mutation.integer();
  } else if (field.storage() == bytes) {
    field.content = mutate_message(field.content, mutation, levels - 1);
  } else {
    for (char& c : field.content) c = static_cast<char>(mutation.below(256));
  }
}

std::string mutate_message(std::string_view message, Mutation& mutation, int levels) {
  std::optional<Fields> fields = levels == 0 ? std::nullopt : parse(message);
  if (!fields || fields->empty() || mutation.one_in(10)) return mutation.bytes(message);
  const std::size_t at = mutation.below(fields->size());
  const auto place = fields->begin() + static_cast<std::ptrdiff_t>(at);
  const std::size_t other = mutation.below(fields->size());
  switch (mutation.below(10)) {
    case 0:
      fields->erase(place);
      break;
    case 1:
      fields->push_back(Field((*fields)[at]));
      break;
    case 2:
      std::swap((*fields)[at], (*fields)[other]);
      break;
    case 3:
      (*fields)[at].content = std::string((*fields)[other].content);
      (*fields)[at].number = (*fields)[other].number;
      break;
    case 4:
      fields->insert(place, {.key = static_cast<std::uint32_t>((mutation.below(15) + 1) * 8),
                             .number = mutation.one_in(2) ? mutation.below(16) : mutation.integer()});
      break;
    default:
      change_content((*fields)[at], mutation, levels);
  }
  return print(*fields);
}

}  // namespace

std::string mutate_fields(std::string_view message, Mutation& mutation) {
  constexpr int levels = 4;
  return mutate_message(message, mutation, levels);
}

}  // namespace profconv::test
