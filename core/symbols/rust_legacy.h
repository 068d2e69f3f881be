// SPDX-License-Identifier: Apache-2.0
// Rust's legacy mangling: a C++ name whose parts escape what no symbol can hold, and whose last part is a hash.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace profconv {

/// "$LT$" or "$u7b$" at the beginning of a text. Size 0: no escape.
struct RustEscape {
  std::size_t size = 0;
  char32_t character = 0;
};
[[nodiscard]] RustEscape read_rust_escape(std::string_view text);

/// Appends one part of a path in readable form: "_$LT$T$u20$as$u20$a..U$GT$" becomes "<T as a::U>".
void append_rust_part(std::string_view part, std::string& text);

/// Replaces `text` with the readable form of "_ZN4core3ptr4read17h6b0e9a3f1c2d4857E", without the hash and without
/// suffixes such as ".llvm.123". Returns false if the symbol is not legacy Rust; `text` is unspecified then.
[[nodiscard]] bool demangle_rust_legacy(std::string_view symbol, std::string& text);

}  // namespace profconv
