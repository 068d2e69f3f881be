// SPDX-License-Identifier: Apache-2.0
// Looking up headings; those without conversions by their text.
#include "readers/dtrace/program/print_headings.h"

#include <algorithm>

#include "readers/dtrace/forms/text_lines.h"
#include "readers/dtrace/program/d_tokens.h"
#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

void PrintHeadings::add(std::size_t print, std::string_view format) {
  if (format.find('%') != std::string_view::npos) {
    patterns_.emplace_back(PrintedText(format), print);
    return;
  }
  const std::string text = unescaped(format);
  std::string_view lines = text;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    if (const auto line = trimmed(lines.substr(0, end)); !line.empty()) literals_[shortened(line)].push_back(print);
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
}

std::vector<std::size_t> PrintHeadings::find(std::string_view heading) const {
  std::vector<std::size_t> prints;
  if (const auto found = literals_.find(trimmed(heading)); found != literals_.end()) prints = found->second;
  for (const auto& [text, print] : patterns_) {
    if (text.can_be(heading)) prints.push_back(print);
  }
  std::sort(prints.begin(), prints.end());
  return prints;
}

}  // namespace profconv::dtrace
