// SPDX-License-Identifier: Apache-2.0
// The text of a table: numbers to the right, names as they are, colour where it is wanted.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace profconv::top {

/// One line: its numbers, a name, and how deep the name is indented; a depth that no page is wide enough for is told.
struct Row {
  std::vector<std::string> cells;
  std::string name;
  std::size_t depth = 0;
  bool is_hot = false;  ///< a large share of the whole: stands out where there is colour
};

/// The heading and the rows, aligned. Names lose what a terminal could obey.
[[nodiscard]] std::string table_text(const Row& heading, const std::vector<Row>& rows, bool coloured);

}  // namespace profconv::top
