// SPDX-License-Identifier: Apache-2.0
// Values on their way into lines: combined where samples share a line, rounded once, counted where left out.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "profconv/context.h"
#include "profconv/output.h"
#include "profconv/profile.h"

namespace profconv::collapsed {

/// The value of a line, once a sample has given it one; in a comparison also what it was in the base.
struct LineValue {
  std::int64_t value = 0;
  std::int64_t base = 0;
  bool present = false;
};

/// Combines by the rule of the value type. False where the values have none (`last`) or their sum overflows a 64-bit
/// integer.
[[nodiscard]] bool combine(LineValue& into, const LineValue& value, Aggregation aggregation);

/// Why combine() refused, naming the stack. Throws WriteError.
[[noreturn]] void refuse_to_combine(const ValueType& type, std::string_view stack);

/// Writes lines and tells at the end what was special about them.
class Lines {
 public:
  /// With two columns a line has the base's number before its own.
  Lines(const ValueType& type, bool two_columns, Output& output, Context& context)
      : type_(type), two_columns_(two_columns), output_(output), context_(context) {}

  /// A line of `prefix` (whole frames, each with its ';') and the leaf.
  void write(std::string_view prefix, std::string_view leaf, const LineValue& value);
  /// Whether write() would leave a line of this value out.
  [[nodiscard]] bool comes_to_zero(const LineValue& value) const;
  void leave_out() { ++zeros_; }
  void report() const;

 private:
  /// A value as an integer of its unit.
  struct Scaled {
    std::int64_t integer = 0;
    bool exact = true;
    bool fits = true;
  };
  [[nodiscard]] Scaled scaled(std::int64_t value) const;
  /// The number as it is written; notes what is special about it.
  [[nodiscard]] std::int64_t whole(std::int64_t value, std::string_view prefix, std::string_view leaf);
  void write_number(std::int64_t number);

  const ValueType& type_;
  bool two_columns_;
  Output& output_;
  Context& context_;
  std::uint64_t lines_ = 0;
  std::uint64_t zeros_ = 0;
  std::uint64_t negatives_ = 0;
  std::uint64_t rounded_ = 0;
};

}  // namespace profconv::collapsed
