// SPDX-License-Identifier: Apache-2.0
// Counting lines of a stack and a number at the beginning of an input.
#include "readers/collapsed/probe.h"

#include <cstddef>
#include <string>

#include "profconv/blanks.h"
#include "readers/collapsed/lines.h"

namespace profconv::collapsed_in {

namespace {

/// The lines at the beginning of an input, by what they look like.
struct LineCounts {
  std::size_t lines = 0;
  std::size_t good = 0;
  std::size_t deep = 0;    ///< good ones with ';'
  std::size_t worded = 0;  ///< good ones with more than numbers before the last

  void add(std::string_view text) {
    ++lines;
    const auto line = parse_line(text, 1);
    if (!line) return;
    const bool is_deep = line->stack.find(';') != std::string_view::npos;
    // Other text is indented, too: there, one blank and a ';' must show that it is a stack.
    const bool is_indented = is_blank(text.front());
    if (is_indented && (!is_deep || line->stack.empty() || is_blank(line->stack.back()))) return;
    ++good;
    if (is_deep) ++deep;
    if (line->stack.find_first_not_of("0123456789 .,-") != std::string_view::npos) ++worded;
  }
};

}  // namespace

Probe probe(std::string_view head, std::string_view) {
  constexpr std::size_t most_lines = 2'000;
  if (head.find('\0') != std::string_view::npos) return {};
  LineCounts count;
  for_each_line(head, [&](std::string_view text) {
    count.add(text);
    return count.lines < most_lines;
  });
  const bool may_be_cut = count.lines == 1 && head.size() >= Input::head_bytes;
  if (count.worded == 0 || (may_be_cut && count.deep == 0)) return {};
  const std::string ratio = std::to_string(count.good) + " of " + std::to_string(count.lines) + " lines are ";
  const bool all_are_good = count.good == count.lines;
  if ((count.deep * 4 >= count.good && count.good * 10 >= count.lines * 9) || (all_are_good && count.deep != 0)) {
    return {.confidence = Confidence::likely, .reason = ratio + "'frame;frame number'"};
  }
  if (all_are_good || (count.deep != 0 && count.good * 2 > count.lines)) {
    return {.confidence = Confidence::weak,
            .reason = ratio + "text and a number, " + std::to_string(count.deep) + " with ';'"};
  }
  return {};
}

}  // namespace profconv::collapsed_in
