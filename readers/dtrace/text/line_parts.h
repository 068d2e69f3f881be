// SPDX-License-Identifier: Apache-2.0
// The parts of a line that a tab, or two blanks or more, keep apart, wherever its columns are.
#pragma once

#include <string_view>
#include <vector>

namespace profconv::dtrace {

/// The first part of a line, which is taken off it; empty: there is none.
[[nodiscard]] std::string_view next_part(std::string_view& line);
/// `parts` is replaced; they view the line.
void split_parts(std::string_view line, std::vector<std::string_view>& parts);
[[nodiscard]] std::vector<std::string_view> split_parts(std::string_view line);

/// Whether a number is behind other parts.
[[nodiscard]] bool ends_in_number(const std::vector<std::string_view>& parts);

}  // namespace profconv::dtrace
