// SPDX-License-Identifier: Apache-2.0
// Text whose lines somebody numbered, with `grep -n ''` or `cat -n`:
//
//   12:              a.out`main+0x1f
//       12\t              a.out`main+0x1f
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace profconv::dtrace {

/// The number of the first line, if every line begins with one that is greater by one than that of the line before;
/// else 0.
[[nodiscard]] std::uint64_t first_number_of(std::span<const std::string_view> lines);

/// How much of a line is this number and what is around it; 0: the line does not begin with it.
[[nodiscard]] std::size_t numbering_length(std::string_view line, std::uint64_t number);

/// A text without the numbers, which begin with `first`.
[[nodiscard]] std::string without_numbers(std::string_view text, std::uint64_t first);

}  // namespace profconv::dtrace
