// SPDX-License-Identifier: Apache-2.0
// What has no parts in Rust's v0 mangling: basic types, lifetimes and constants, as they are written in source.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/symbols/rust_v0_cursor.h"

namespace profconv {

/// The type of a lowercase tag: "i32" for 'l'. Returns an empty text for other tags.
[[nodiscard]] std::string_view rust_basic_type(char tag);

/// The name of a bound lifetime, counted from the outermost: "'a".
[[nodiscard]] std::string rust_lifetime(std::uint64_t number);

/// A number, bool or char.
struct RustScalar {
  std::string text;
  bool is_known = false;  ///< whether the tag is that of a scalar
};

/// What follows the tag of a type: "7b_" of 'j' is "123", "n1_" of 'a' is "-1", "61_" of 'c' is "'a'".
[[nodiscard]] RustScalar read_rust_scalar(char tag, RustV0Cursor& cursor);

/// A str, by the bytes of its UTF-8: "6869_" is "\"hi\"".
[[nodiscard]] std::string read_rust_string(RustV0Cursor& cursor);

}  // namespace profconv
