// SPDX-License-Identifier: Apache-2.0
// Output that went through a mail, a page or a comment before it came here: every line behind a mark, blanks collapsed
// or stripped, lines wrapped. What can be told is put back into DTrace's columns, so that it reads like what dtrace
// wrote.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "readers/dtrace/text/columns.h"

namespace profconv::dtrace {

/// How a text was treated on its way, told by its beginning.
struct Treatment {
  std::string prefix;                 ///< stands before every line: "// ", a tab
  bool is_web = false;                ///< copied from a web page (web_text.h)
  bool has_codes = false;             ///< a terminal's codes are among its characters (terminal_text.h)
  std::uint64_t first_number = 0;     ///< of the first line, if they are numbered (numbered_text.h)
  bool has_tabs = false;              ///< blanks became tabs, with a stop every 8 columns
  bool collapsed = false;             ///< columns do not stand where DTrace prints them
  bool is_double_spaced = false;      ///< an empty line follows every line
  bool wrapped = false;               ///< values are on lines of their own after long keys
  bool has_text_keys = false;         ///< such columns have texts among them
  std::size_t indent = frame_indent;  ///< of frames
  bool may_hold_actions = true;       ///< stacks may be what ustack() prints as an action
  bool stacks_have_values = true;     ///< false: the stacks seen are what ustack() prints as an action
  bool is_padded = false;             ///< blanks were put behind every line

  /// Whether lines are as dtrace wrote them.
  [[nodiscard]] bool is_plain() const {
    return prefix.empty() && !is_web && !has_codes && first_number == 0 && !has_tabs && !collapsed && !is_padded &&
           !is_double_spaced;
  }
};

/// The line less the mark before it; a line without the mark stays.
[[nodiscard]] std::string_view without_prefix(std::string_view line, std::string_view prefix);

/// Whether characters of the line were replaced by others.
[[nodiscard]] bool has_other_characters(std::string_view line, const Treatment& treatment);
/// The line with the characters that dtrace wrote; `number`: of the line, from 1.
[[nodiscard]] std::string with_own_characters(std::string_view line, const Treatment& treatment, std::uint64_t number);

/// Every other line, from the first on.
[[nodiscard]] std::string without_double_spacing(std::string_view head);
/// The line without blanks at its end, but for those that fill a text key up.
[[nodiscard]] std::string_view without_padding(std::string_view line);

/// Looks at the first lines of a text. `keeps_codes`: a terminal's codes were printed by the program. Numbers are none
/// of the lines' if the program prints some there.
[[nodiscard]] Treatment treatment_of(std::string_view head, bool keeps_codes = false, bool may_be_numbered = true);

/// Undoes a treatment, line by line.
class PastedText {
 public:
  explicit PastedText(Treatment treatment) : treatment_(std::move(treatment)) {}

  /// Calls give(line, number) for each line that `line` completes; the views are good during the call.
  template <class Give>
  void feed(std::string_view line, std::uint64_t number, Give give) {
    if (treatment_.is_double_spaced) {
      follows_line_ = !follows_line_ || !line.empty();
      if (!follows_line_) return;
    }
    if (has_other_characters(line, treatment_)) line = expanded_ = with_own_characters(line, treatment_, number);
    if (treatment_.is_padded) line = without_padding(line);
    if (treatment_.collapsed && is_flattened(line)) return give_parts(line, number, give);
    line = restored(line);
    if (!treatment_.wrapped) return give(line, number);
    if (held_number_ != 0 && is_value(line)) {
      held_.append(line);
      line = held_;
      number = held_number_;
      held_number_ = 0;
      return give(line, number);
    }
    finish(give);
    if (!can_be_wrapped(line)) return give(line, number);
    held_.assign(line);
    held_number_ = number;
  }
  /// Whether a line holds whole records, of which the ends of lines were lost.
  [[nodiscard]] static bool is_flattened(std::string_view line);
  /// Gives the line that was still held.
  template <class Give>
  void finish(Give give) {
    if (held_number_ == 0) return;
    const std::uint64_t number = held_number_;
    held_number_ = 0;
    give(std::string_view(held_), number);
  }

 private:
  [[nodiscard]] static std::string_view take_part(std::string_view& line);
  template <class Give>
  void give_parts(std::string_view line, std::uint64_t number, Give give) {
    finish(give);
    while (!line.empty()) {
      const std::string_view part = take_part(line);
      if (part.empty()) continue;
      give(restored(part), number);
      // The newline that the next stack begins with.
      if (is_value(part)) give(std::string_view(), number);
    }
  }
  [[nodiscard]] std::string_view restored(std::string_view line);
  [[nodiscard]] static bool is_value(std::string_view line);
  [[nodiscard]] static bool can_be_wrapped(std::string_view line);

  Treatment treatment_;
  std::string expanded_;
  std::string restored_;
  std::string held_;
  std::uint64_t held_number_ = 0;
  bool follows_line_ = false;  ///< of double-spaced text: the next line is empty
};

}  // namespace profconv::dtrace
