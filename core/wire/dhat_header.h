// SPDX-License-Identifier: Apache-2.0
// The units of DHAT's times.
#pragma once

#include <cstdint>
#include <string_view>

namespace profconv {

/// The time unit of Valgrind's files: instructions, not a time.
inline constexpr std::string_view dhat_instructions = "instrs";

/// Nanoseconds in a time unit of DHAT's; 0: the unit is no time.
[[nodiscard]] std::int64_t dhat_unit_ns(std::string_view unit);

}  // namespace profconv
