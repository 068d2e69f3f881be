// SPDX-License-Identifier: Apache-2.0
// Splitting lines.
#include "readers/dtrace/text/line_parts.h"

#include "core/text/blanks.h"
#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

std::string_view next_part(std::string_view& line) {
  line = without_blanks_around(line);
  // The tab is looked for in the part alone, or each part would look through the whole line.
  std::string_view part = line.substr(0, line.find("  "));
  part = part.substr(0, part.find('\t'));
  line.remove_prefix(part.size());
  return part;
}

void split_parts(std::string_view line, std::vector<std::string_view>& parts) {
  parts.clear();
  for (std::string_view part = next_part(line); !part.empty(); part = next_part(line)) parts.push_back(part);
}

std::vector<std::string_view> split_parts(std::string_view line) {
  std::vector<std::string_view> parts;
  split_parts(line, parts);
  return parts;
}

bool ends_in_number(const std::vector<std::string_view>& parts) {
  return parts.size() > 1 && parse_number(parts.back()).has_value();
}

}  // namespace profconv::dtrace
