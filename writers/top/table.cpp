// SPDX-License-Identifier: Apache-2.0
// Aligning cells.
#include "writers/top/table.h"

#include <algorithm>

#include "core/text/plain_text.h"

namespace profconv::top {

namespace {

constexpr std::size_t deepest_indented = 60;
constexpr std::string_view bold = "\x1b[1m";
constexpr std::string_view red = "\x1b[31m";
constexpr std::string_view plain = "\x1b[0m";

void append(std::string& text, const Row& row, const std::vector<std::size_t>& widths, std::string_view colour) {
  text.append(colour);
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    text.append(widths[i] - row.cells[i].size() + (i == 0 ? 0 : 1), ' ').append(row.cells[i]);
  }
  text.append(2 + std::min(row.depth, deepest_indented) * 2, ' ');
  if (row.depth > deepest_indented) text.append("(").append(std::to_string(row.depth)).append(") ");
  text.append(inert(row.name)).append(colour.empty() ? "" : plain).append("\n");
}

}  // namespace

std::string table_text(const Row& heading, const std::vector<Row>& rows, bool coloured) {
  constexpr std::size_t narrowest = 7;
  std::vector<std::size_t> widths;
  for (const std::string& cell : heading.cells) widths.push_back(std::max(cell.size(), narrowest));
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.cells.size(); ++i) widths[i] = std::max(widths[i], row.cells[i].size());
  }
  std::string text;
  append(text, heading, widths, coloured ? bold : "");
  for (const Row& row : rows) append(text, row, widths, coloured && row.is_hot ? red : "");
  return text;
}

}  // namespace profconv::top
