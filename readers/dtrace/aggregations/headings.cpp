// SPDX-License-Identifier: Apache-2.0
// Names in headings.
#include "readers/dtrace/aggregations/headings.h"

#include <algorithm>

namespace profconv::dtrace {

std::string without_numbers(std::string_view heading) {
  std::string plain;
  for (const char c : heading) {
    const bool digit = c >= '0' && c <= '9';
    if (!digit) plain += c;
    if (digit && !plain.ends_with('#')) plain += '#';
  }
  return plain;
}

bool is_opening(std::string_view heading) {
  return heading.find("racing") != std::string_view::npos || heading.find("Ctrl-C") != std::string_view::npos;
}

std::string_view name_in(std::string_view heading, bool of_probe) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
  };
  if (of_probe || std::none_of(heading.begin(), heading.end(), is_letter)) return {};
  const std::size_t end = heading.find_last_not_of(" :");
  return heading.substr(0, end + 1);
}

}  // namespace profconv::dtrace
