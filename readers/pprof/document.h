// SPDX-License-Identifier: Apache-2.0
// A profile in memory, the places of its bytes in the input, and fields with
// errors that say where.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "profconv/input.h"
#include "readers/pprof/wire.h"

namespace profconv::pprof_in {

/// The bytes of a file.
class Document {
 public:
  explicit Document(Input& input) : input_(&input), bytes_(input.read_all()) {}

  [[nodiscard]] std::string_view bytes() const { return {bytes_.data(), bytes_.size()}; }
  [[nodiscard]] Location at(const char* place) const {
    return input_->at_byte(static_cast<std::uint64_t>(place - bytes_.data()));
  }
  [[nodiscard]] Location whole() const { return input_->whole(); }
  [[noreturn]] void fail(const char* place, std::string_view message) const { throw ReadError(at(place), message); }
  [[noreturn]] void fail(std::string_view message) const { throw ReadError(whole(), message); }

  /// Calls `visit` with every field of a message; `what` it is, is for
  /// messages.
  template <class Visit>
  void for_each_field(std::string_view bytes, std::string_view what, Visit visit) const {
    Message message(bytes);
    for (Field field; message.next(field);) visit(field);
    if (message.fault() != nullptr) damaged(message, what);
  }
  /// The value of a field that is a number. `Owner.name` in the schema is for
  /// messages.
  [[nodiscard]] std::uint64_t number(const Field& field, std::string_view name) const {
    if (field.kind != Kind::number) wrong_kind(field, name, "a number");
    return field.value;
  }
  [[nodiscard]] std::int64_t integer(const Field& field, std::string_view name) const {
    return static_cast<std::int64_t>(number(field, name));
  }
  /// The bytes of a field that is a text or a message.
  [[nodiscard]] std::string_view text(const Field& field, std::string_view name) const {
    if (field.kind != Kind::bytes) wrong_kind(field, name, "text or a message");
    return field.bytes;
  }
  /// Calls `take` with each number of a repeated field, packed or not.
  template <class Take>
  void numbers(const Field& field, std::string_view name, Take take) const {
    if (field.kind != Kind::bytes) return take(number(field, name));
    const char* at = field.bytes.data();
    const char* const end = at + field.bytes.size();
    while (at != end) {
      std::uint64_t value = 0;
      if (!take_varint(at, end, value)) {
        fail(field.place, std::string(name) + " ends within a number");
      }
      take(value);
    }
  }

 private:
  [[noreturn]] void damaged(const Message& message, std::string_view what) const;
  [[noreturn]] void wrong_kind(const Field& field, std::string_view name, std::string_view expected) const;

  const Input* input_;
  ByteBuffer bytes_;
};

}  // namespace profconv::pprof_in
