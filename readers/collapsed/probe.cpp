// SPDX-License-Identifier: Apache-2.0
// Counting lines of a stack and a number at the beginning of an input.
#include "readers/collapsed/probe.h"

#include <cstddef>
#include <string>

#include "core/text/blanks.h"
#include "readers/collapsed/lines.h"

namespace profconv::collapsed_in {

namespace {

constexpr std::size_t some_lines = 2'000;

/// Whether a stack without ';' looks like the name of one function. Any text may end in a number:
/// "read 5 of 9000", "reads = 17", and columns of "text    17".
bool is_name(std::string_view stack) {
  if (stack.empty() || is_blank(stack.back())) return false;
  std::size_t depth = 0;
  bool has_words = false;
  bool is_code = stack.find("::") != std::string_view::npos || stack.find('`') != std::string_view::npos ||
                 stack.find("operator") != std::string_view::npos;
  for (std::size_t i = 0; i < stack.size(); ++i) {
    const char c = stack[i];
    const bool opens = c == '(' || c == '[' || c == '<' || c == '{';
    const bool closes = c == ')' || c == ']' || c == '>' || c == '}';
    if (c == '(' && i != 0 && !is_blank(stack[i - 1])) is_code = true;
    if (opens) ++depth;
    if (closes && depth != 0) --depth;
    if (depth != 0) continue;
    if (c == '=' && stack.find("operator") == std::string_view::npos) return false;
    // "f (file.py:3)" is one name.
    if (is_blank(c) && stack[i + 1] != '(' && stack[i + 1] != '[') has_words = true;
  }
  return !has_words || is_code;
}

/// The lines at the beginning of an input, by what they look like.
struct LineCounts {
  std::size_t lines = 0;
  std::size_t good = 0;
  std::size_t deep = 0;    ///< good ones with ';'
  std::size_t named = 0;   ///< good ones with the name of one function
  std::size_t worded = 0;  ///< good ones with more than numbers before the last

  [[nodiscard]] bool most_are_good() const { return good * 10 >= lines * 9; }

  void add(std::string_view text) {
    ++lines;
    const auto line = parse_line(text, 1);
    if (!line) return;
    const bool is_deep = line->stack.find(';') != std::string_view::npos;
    // Other text is indented, too: there, one blank and a ';' must show that it is a stack.
    const bool is_indented = is_blank(text.front());
    if (is_indented && (!is_deep || line->stack.empty() || is_blank(line->stack.back()))) return;
    ++good;
    if (is_deep) {
      ++deep;
    } else if (is_name(line->stack)) {
      ++named;
    }
    if (line->stack.find_first_not_of("0123456789 .,-") != std::string_view::npos) ++worded;
  }
};

Probe judged(const LineCounts& count) {
  const std::string ratio = std::to_string(count.good) + " of " + std::to_string(count.lines) + " lines are ";
  const bool all_are_good = count.good == count.lines;
  const bool most_are_stacks = (count.deep + count.named) * 2 >= count.good;
  if ((count.deep * 4 >= count.good && count.most_are_good()) || (all_are_good && count.deep != 0 && most_are_stacks)) {
    return {.confidence = Confidence::likely, .reason = ratio + "'frame;frame number'"};
  }
  const std::string reason = ratio + "text and a number, " + std::to_string(count.deep) + " with ';'";
  const bool some_are_deep = count.deep != 0 && count.good * 2 > count.lines;
  if (most_are_stacks && (all_are_good || some_are_deep)) return {.confidence = Confidence::weak, .reason = reason};
  const bool other_text_follows = count.lines > some_lines && count.most_are_good();
  const bool is_doubtful = all_are_good || some_are_deep || other_text_follows;
  return is_doubtful ? Probe{.confidence = Confidence::doubtful, .reason = reason} : Probe{};
}

}  // namespace

Probe probe(const Reader&, std::string_view head, std::string_view) {
  if (head.find('\0') != std::string_view::npos) return {};
  LineCounts count;
  // Where all lines so far could be stacks and none has a ';', other text may follow.
  for_each_line(head, [&](std::string_view text) {
    count.add(text);
    return count.lines < some_lines || (count.deep == 0 && count.most_are_good());
  });
  const bool may_be_cut = count.lines == 1 && head.size() >= Input::head_bytes;
  if (count.worded == 0 || (may_be_cut && count.deep == 0)) return {};
  return judged(count);
}

}  // namespace profconv::collapsed_in
