// SPDX-License-Identifier: Apache-2.0
// Finding and removing the numbers of lines.
#include "readers/dtrace/text/numbered_text.h"

#include <algorithm>

#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

/// A number before a tab, aligned to the right, or right before a colon.
struct Numbering {
  std::uint64_t number = 0;
  std::size_t length = 0;  ///< of all that is before the line; 0: there is no number
};

Numbering numbering_of(std::string_view line) {
  const std::size_t begin = leading_blanks(line);
  const std::size_t end = std::min(line.find_first_not_of("0123456789", begin), line.size());
  if (end == line.size() || begin == end || end - begin > safe_digits) return {};
  if (line[end] != '\t' && (line[end] != ':' || begin != 0)) return {};
  const auto number = parse_number(line.substr(begin, end - begin));
  return {.number = static_cast<std::uint64_t>(number->value), .length = end + 1};
}

}  // namespace

std::uint64_t first_number_of(std::span<const std::string_view> lines) {
  // Fewer may be keys, as may those of values alone.
  constexpr std::size_t fewest = 3;
  if (lines.size() < fewest) return 0;
  const Numbering first = numbering_of(lines.front());
  if (first.length == 0) return 0;
  bool has_text = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t length = numbering_length(lines[i], first.number + i);
    if (length == 0) return 0;
    const std::string_view rest = trimmed(lines[i].substr(length));
    has_text = has_text || (!rest.empty() && !parse_number(rest));
  }
  return has_text ? first.number : 0;
}

std::size_t numbering_length(std::string_view line, std::uint64_t number) {
  const Numbering numbering = numbering_of(line);
  return numbering.number == number ? numbering.length : 0;
}

std::string without_numbers(std::string_view text, std::uint64_t first) {
  std::string plain;
  for (std::uint64_t number = first; !text.empty(); ++number) {
    const std::size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::size_t length = std::min(numbering_length(text.substr(0, size), number), size);
    plain.append(text.substr(length, size - length));
    text.remove_prefix(size);
  }
  return plain;
}

}  // namespace profconv::dtrace
