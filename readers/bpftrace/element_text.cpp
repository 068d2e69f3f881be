// SPDX-License-Identifier: Apache-2.0
// Recognizing elements.
#include "readers/bpftrace/element_text.h"

#include "core/text/blanks.h"
#include "readers/bpftrace/value_text.h"

namespace profconv::bpftrace {

std::size_t map_name_size(std::string_view line) {
  if (!line.starts_with('@')) return 0;
  std::size_t size = 1;
  const auto is_name = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  while (size < line.size() && is_name(line[size])) ++size;
  if (size == line.size()) return 0;
  if (line[size] == '[') return size;
  // A '@' in other text, as in "@main:12", has no blank after the colon.
  const bool is_value = line[size] == ':' && (size + 1 == line.size() || line[size + 1] == ' ');
  return is_value ? size : 0;
}

std::size_t key_end_in(std::string_view line) {
  constexpr std::string_view key_end = "]:";
  const auto is_end = [&](std::size_t at) {
    return at + key_end.size() == line.size() || line[at + key_end.size()] == ' ';
  };
  const std::size_t last = line.rfind(key_end);
  if (last == std::string_view::npos) return last;
  const std::string_view value = without_blanks_around(line.substr(last + key_end.size()));
  if (is_end(last) && (value.empty() || parse_number(value) || parse_stats(value))) return last;
  std::size_t first = line.find(key_end);
  while (first != std::string_view::npos && !is_end(first)) first = line.find(key_end, first + 1);
  return first;
}

bool may_be_damaged_element(std::string_view line) {
  line = without_trailing_blanks(line);
  const bool is_map = line.starts_with('@');
  if (line.empty() || line.back() < '0' || line.back() > '9') return is_map && line.ends_with(':');
  const std::size_t end = key_end_in(line);
  if (end != std::string_view::npos) {
    const std::string_view value = without_blanks_around(line.substr(end + key_end_size));
    return parse_number(value) || parse_stats(value);
  }
  if (!is_map) return false;
  return parse_number(line.substr(line.rfind(' ') + 1)) || line.find(": count ") != std::string_view::npos;
}

bool is_time_series(std::string_view line) {
  const std::string_view text = without_blanks_around(line);
  const std::size_t end = text.find(' ');
  if (text.starts_with("hh:mm:ss")) return true;
  return line.starts_with(' ') && end != std::string_view::npos && parse_number(text.substr(0, end)) &&
         parse_number(without_blanks_around(text.substr(end)));
}

}  // namespace profconv::bpftrace
