// SPDX-License-Identifier: Apache-2.0
// What a DHAT file says of its run, as a profile's comments tell it: "te: 9000 instrs".
#pragma once

#include <cstdint>
#include <string_view>

namespace profconv {

/// The time unit of Valgrind's files: instructions, not a time.
inline constexpr std::string_view dhat_instructions = "instrs";

/// Nanoseconds in a time unit of DHAT's; 0: the unit is no time.
[[nodiscard]] std::int64_t dhat_unit_ns(std::string_view unit);

/// Whether a comment is DHAT's mode, or its end, peak or threshold in a known unit: words of the format, which tell
/// nothing of a user.
[[nodiscard]] bool is_dhat_header(std::string_view comment);

}  // namespace profconv
