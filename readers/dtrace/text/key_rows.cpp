// SPDX-License-Identifier: Apache-2.0
// Reading the keys and the count beside a picture.
#include "readers/dtrace/text/key_rows.h"

#include <algorithm>

namespace profconv::dtrace {

namespace {

bool is_cell(char c) {
  return std::string_view(" _xXvV").find(c) != std::string_view::npos || static_cast<unsigned char>(c) >= 0x80;
}

bool is_in_row(char c) { return c == '@' || c == ' ' || c == '|' || static_cast<unsigned char>(c) >= 0x80; }

/// The text less its last word.
std::string_view without_last_word(std::string_view text) {
  text = trimmed(text);
  const std::size_t blank = text.rfind(' ');
  return blank == std::string_view::npos ? std::string_view() : trimmed(text.substr(0, blank));
}

}  // namespace

std::size_t bar_column(std::string_view heading) { return heading.find("---") - 1; }

std::optional<KeyRow> parse_bar_row(std::string_view line, std::size_t bar_column) {
  if (line.size() <= bar_column || line.find('|', bar_column) == std::string_view::npos) return std::nullopt;
  const std::string_view rest = trimmed(line.substr(bar_column));
  const std::size_t end = rest.find_last_of(" |") + 1;
  const auto count = parse_number(rest.substr(end));
  if (!count || !std::all_of(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(end), is_in_row)) {
    return std::nullopt;
  }
  return KeyRow{trimmed(line.substr(0, bar_column)), *count};
}

bool is_packed_heading(std::string_view line) {
  const std::string_view text = trimmed(line);
  if (!text.ends_with("| count")) return false;
  const bool framed = text.starts_with("min .-") || text.find(" min .-") != std::string_view::npos;
  return framed && text.find("-. max") != std::string_view::npos;
}

std::optional<KeyRow> parse_packed_row(std::string_view line) {
  const std::size_t bar = line.rfind('|');
  if (bar == std::string_view::npos) return std::nullopt;
  const auto count = parse_number(trimmed(line.substr(bar + 1)));
  const std::string_view left = line.substr(0, bar);
  const std::size_t close = left.rfind(": ");
  if (!count || close == std::string_view::npos || close < 2) return std::nullopt;
  const std::size_t open = left.rfind(" :", close - 2);
  if (open == std::string_view::npos || open + 2 > close) return std::nullopt;
  const std::string_view cells = left.substr(open + 2, close - open - 2);
  if (!std::all_of(cells.begin(), cells.end(), is_cell)) return std::nullopt;
  const std::string_view least = trimmed(left.substr(0, open));
  std::string_view keys = without_last_word(least);
  if (!parse_number(least.substr(least.rfind(' ') + 1))) return std::nullopt;
  if (keys == "<" || keys.ends_with(" <")) keys = trimmed(keys.substr(0, keys.size() - 1));
  return KeyRow{keys, *count};
}

std::vector<Column> columns_apart(std::string_view keys) {
  std::vector<Column> columns;
  for (std::size_t begin = leading_blanks(keys); begin < keys.size();) {
    const std::size_t end = std::min(keys.find("  ", begin), keys.size());
    const std::string_view key = keys.substr(begin, end - begin);
    const auto number = parse_number(key);
    columns.push_back({.kind = number ? ColumnKind::quad : ColumnKind::text,
                       .number = number.value_or(Number{}),
                       .begin = begin,
                       .length = trimmed(key).size()});
    begin = std::min(keys.find_first_not_of(' ', end), keys.size());
  }
  return columns;
}

}  // namespace profconv::dtrace
