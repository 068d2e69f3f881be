// SPDX-License-Identifier: Apache-2.0
// What the library throws. It never prints and never exits; the message is one line, ready to be shown.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#pragma GCC visibility push(default)
namespace profconv {

/// A place in an input. Lines count from 1, bytes (of the decompressed input) from 0; line 0: only the byte is known.
struct Location {
  std::string file;
  std::uint64_t line = 0;
  std::uint64_t byte = 0;
  bool has_byte = false;
};

/// "file:12", "file: byte 345" or "file".
[[nodiscard]] std::string to_string(const Location& location);

/// The text with its control characters as \xNN: messages quote inputs, and stay one line whatever an input holds.
[[nodiscard]] std::string one_line(std::string_view text);

/// The root of all errors of this library.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An error at a place in an input, which begins what().
class PlacedError : public Error {
 public:
  PlacedError(const Location& where, std::string_view message);
  [[nodiscard]] const Location& where() const { return where_; }
  /// What what() says behind the place.
  [[nodiscard]] const std::string& message() const { return message_; }

 private:
  Location where_;
  std::string message_;
};

/// The input cannot be read: where, what was found and what was expected.
class ReadError : public PlacedError {
 public:
  using PlacedError::PlacedError;
};

/// The output cannot be written.
class WriteError : public Error {
 public:
  using Error::Error;
};

/// The request makes no sense: an unknown format or option, a value out of range.
class UsageError : public Error {
 public:
  using Error::Error;
};

/// A limit of Limits was reached, or a table is full; the message names it.
class LimitError : public PlacedError {
 public:
  using PlacedError::PlacedError;
  /// Where whoever meets the limit knows no place.
  explicit LimitError(std::string_view message) : PlacedError({}, message) {}
};

/// A sum left 64 bits.
class OverflowError : public Error {
 public:
  using Error::Error;
};

/// Context::cancel() was called.
class Cancelled : public Error {
 public:
  Cancelled() : Error("cancelled") {}
};

}  // namespace profconv
#pragma GCC visibility pop
