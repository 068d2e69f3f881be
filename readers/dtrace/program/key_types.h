// SPDX-License-Identifier: Apache-2.0
// What the keys of a D program print, by how their expressions are written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "readers/dtrace/text/columns.h"

namespace profconv::dtrace {

/// In the shape of an expected record: a text or an integer.
constexpr char any_scalar = '?';
/// An integer of any width.
constexpr char any_number = 'n';

/// An expression with `.` for `->`, whose characters are operators elsewhere.
[[nodiscard]] std::string with_dots(std::string_view expression);

/// What an expression prints as a key, as in the shape of a record, or one of those above.
[[nodiscard]] char letter_of_key(std::string_view expression);

/// What a text key can be.
enum class KeyText : std::uint8_t {
  any,
  name,   ///< of a program or probe, as execname prints it
  symbol  ///< as func() and usym() print: module`function, or an address
};
[[nodiscard]] KeyText text_of_key(std::string_view expression);
/// Whether a text key is such a symbol.
[[nodiscard]] bool is_symbol(std::string_view key);

/// What stands for a key that two clauses write differently, as `@["r"]` and `@["w"]`: a literal that fits both and
/// names nothing.
[[nodiscard]] std::string common_key(const std::string& key, const std::string& other);

/// Whether a letter of a record's shape can be what is expected.
[[nodiscard]] bool letter_fits(char expected, char found);

}  // namespace profconv::dtrace
