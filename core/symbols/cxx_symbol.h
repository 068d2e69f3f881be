// SPDX-License-Identifier: Apache-2.0
// Demangling C++ (Itanium ABI) with libiberty.
#pragma once

#include <cstddef>
#include <string>

namespace profconv {

/// Replaces `text` with the readable form of "_Z...". Returns false if libiberty cannot read the symbol or the name
/// exceeds `max_bytes`; `text` is unspecified then.
[[nodiscard]] bool demangle_cxx_symbol(const std::string& symbol, std::size_t max_bytes, std::string& text);

}  // namespace profconv
