// SPDX-License-Identifier: Apache-2.0
// Looking up headings; those without conversions by their text.
#include "readers/dtrace/program/print_headings.h"

#include <algorithm>
#include <cctype>

#include "readers/dtrace/forms/text_lines.h"
#include "readers/dtrace/program/d_tokens.h"
#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

/// Calls `take` with each line of a text that is not empty, without the blanks around it.
template <typename Take>
void for_each_line(std::string_view text, Take take) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (const auto line = trimmed(text.substr(0, end)); !line.empty()) take(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace

void PrintHeadings::add(std::size_t print, std::string_view format) {
  const std::string text = unescaped(format);
  for_each_line(text, [&](std::string_view line) { lines_[print].push_back(PrintedText::of_line(line)); });
  if (format.find('%') != std::string_view::npos) {
    patterns_.emplace_back(PrintedText(format), print);
  } else {
    for_each_line(text, [&](std::string_view line) { literals_[shortened(line)].push_back(print); });
  }
}

std::size_t PrintHeadings::count_lines(std::size_t print, std::string_view lines) const {
  std::vector<std::string_view> found;
  for_each_line(lines, [&](std::string_view line) { found.push_back(line); });
  const std::vector<PrintedText>& expected = lines_.at(print);
  std::size_t count = 0;
  while (count < found.size() && count < expected.size() &&
         expected[expected.size() - 1 - count].can_be(found[found.size() - 1 - count])) {
    ++count;
  }
  return count;
}

std::vector<std::size_t> PrintHeadings::find(const TextBefore& heading) const {
  std::vector<std::size_t> prints;
  if (const auto found = literals_.find(trimmed(heading.text)); found != literals_.end()) prints = found->second;
  for (const auto& [text, print] : patterns_) {
    if (text.can_be(heading.text)) prints.push_back(print);
  }
  std::sort(prints.begin(), prints.end());
  prints.erase(std::unique(prints.begin(), prints.end()), prints.end());
  if (prints.size() < 2) return prints;
  std::vector<std::size_t> counts;
  counts.reserve(prints.size());
  for (const std::size_t print : prints) counts.push_back(count_lines(print, heading.lines));
  const std::size_t most = *std::max_element(counts.begin(), counts.end());
  std::vector<std::size_t> best;
  for (std::size_t i = 0; i < prints.size(); ++i) {
    if (counts[i] == most) best.push_back(prints[i]);
  }
  return best;
}

bool has_words(std::string_view heading) {
  const std::string text = unescaped(heading);
  return std::any_of(text.begin(), text.end(), [](unsigned char c) { return std::isgraph(c) != 0; });
}

}  // namespace profconv::dtrace
