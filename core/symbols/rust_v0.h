// SPDX-License-Identifier: Apache-2.0
// Rust's v0 mangling, https://doc.rust-lang.org/rustc/symbol-mangling/v0.html:
// "_RNvNtCs1234_7mycrate3foo3bar" becomes "mycrate::foo::bar".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace profconv {

/// Replaces `text` with the readable form of "_R...", without the hashes of crates, the types of constants and suffixes
/// such as ".llvm.123". Returns false if the symbol is malformed, nests too deeply or the name exceeds `max_bytes`;
/// `text` is unspecified then.
[[nodiscard]] bool demangle_rust_v0(std::string_view symbol, std::size_t max_bytes, std::string& text);

}  // namespace profconv
