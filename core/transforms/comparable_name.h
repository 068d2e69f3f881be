// SPDX-License-Identifier: Apache-2.0
// What a function is called in every build of a program.
#pragma once

#include <string>
#include <string_view>

namespace profconv {

/// A function's name without what differs from build to build: the hashes of Rust's symbols and crates, and the marks
/// of copies that a compiler made.
///
///   parse.isra.0, parse.constprop.1.cold    parse
///   f(int) [clone .part.24]                 f(int)
///   core[c1f1a4ba060b9bfa]::fmt             core::fmt
///   a::work::h61b23cf04cf523f5              a::work
///   _ZN1a4work17h61b23cf04cf523f5E          _ZN1a4workE
[[nodiscard]] std::string comparable_name(std::string_view function);

}  // namespace profconv
