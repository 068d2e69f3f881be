// SPDX-License-Identifier: Apache-2.0
// Protobuf's wire format, field by field and without copies. Protobuf's own
// parser would build an object for every sample, stops at 2 GiB and cannot say
// where a message is damaged. https://protobuf.dev/programming-guides/encoding/
//   12 03 08 01 10   (field 2, three bytes, ... cut short)
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace profconv::pprof_in {

/// Takes a varint from the front of [at, end); false where there is none.
[[nodiscard]] inline bool take_varint(const char*& at, const char* end, std::uint64_t& value) {
  const auto byte_at = [](const char* place) { return std::uint64_t{static_cast<unsigned char>(*place)}; };
  if (at != end && byte_at(at) < 0x80) {
    value = byte_at(at++);
    return true;
  }
  if (end - at > 1 && byte_at(at + 1) < 0x80) {
    value = (byte_at(at) & 0x7FU) | byte_at(at + 1) << 7U;
    at += 2;
    return true;
  }
  value = 0;
  // Ten bytes; what stands above bit 63 is dropped, as every protobuf library does.
  constexpr unsigned most_bits = 70;
  for (unsigned shift = 0; shift < most_bits && at != end; shift += 7) {
    const std::uint64_t byte = byte_at(at++);
    value |= (byte & 0x7FU) << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

/// How a field is stored: a number, or bytes (a text, a message, packed
/// numbers); `other` are kinds that pprof lacks.
enum class Kind : std::uint8_t { number, bytes, other };

/// One field of a message.
struct Field {
  const char* place = nullptr;  ///< of its tag
  std::uint64_t number = 0;     ///< in the schema
  Kind kind = Kind::other;
  std::uint64_t value = 0;
  std::string_view bytes;
};

/// The fields of a message, one after the other.
class Message {
 public:
  explicit Message(std::string_view bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  /// False at the end, and where the message is damaged.
  bool next(Field& field) {
    if (at_ == end_) return false;
    field.place = at_;
    std::uint64_t tag = 0;
    if (!take_varint(at_, end_, tag)) return fail(field.place, "a field's tag is damaged");
    field.number = tag >> 3U;
    if (field.number == 0) return fail(field.place, "a field has the number 0");
    return take_value(static_cast<unsigned>(tag & 7U), field);
  }

  /// What is wrong; nullptr: nothing.
  [[nodiscard]] const char* fault() const { return fault_; }
  /// Where that is, or where the next field stands.
  [[nodiscard]] const char* place() const { return at_; }
  /// Whether what is wrong is that bytes are missing at the end.
  [[nodiscard]] bool is_cut() const { return is_cut_; }

 private:
  bool take_value(unsigned wire_type, Field& field);
  bool take_bytes(Field& field);
  bool skip(std::size_t size, Field& field);
  bool skip_group(Field& field);

  bool fail(const char* place, const char* fault) {
    at_ = place;
    fault_ = fault;
    return false;
  }
  bool cut(const char* place, const char* fault) {
    is_cut_ = true;
    return fail(place, fault);
  }

  const char* at_;
  const char* end_;
  const char* fault_ = nullptr;
  bool is_cut_ = false;
};

inline bool Message::take_bytes(Field& field) {
  std::uint64_t size = 0;
  if (!take_varint(at_, end_, size)) return cut(field.place, "a field ends before its length");
  if (size > static_cast<std::uint64_t>(end_ - at_)) {
    return cut(field.place, "a field is longer than what is left: cut short?");
  }
  field.kind = Kind::bytes;
  field.bytes = {at_, static_cast<std::size_t>(size)};
  at_ += size;
  return true;
}

inline bool Message::take_value(unsigned wire_type, Field& field) {
  switch (wire_type) {
    case 0:
      field.kind = Kind::number;
      return take_varint(at_, end_, field.value) || cut(field.place, "a number is cut short or has more than 64 bits");
    case 1:
      return skip(8, field);
    case 2:
      return take_bytes(field);
    case 3:
      return skip_group(field);
    case 5:
      return skip(4, field);
    default:
      return fail(field.place, "a field of a kind that protobuf does not have");
  }
}

inline bool Message::skip(std::size_t size, Field& field) {
  field.kind = Kind::other;
  if (static_cast<std::size_t>(end_ - at_) < size) return cut(field.place, "a field is cut short");
  at_ += size;
  return true;
}

}  // namespace profconv::pprof_in
