// SPDX-License-Identifier: Apache-2.0
// The text that printf() and trace() of a D program print.
#pragma once

#include <re2/re2.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace profconv::dtrace {

struct DProgram;

/// Recognizes lines that the program printed as text, so that a number in them is no value of an aggregation.
class PrintedText {
 public:
  /// Text of no program.
  PrintedText() = default;
  explicit PrintedText(const DProgram& program);
  /// The lines of one format, as written between the quotes.
  explicit PrintedText(std::string_view format);
  /// One line of a format, whose escapes are replaced.
  [[nodiscard]] static PrintedText of_line(std::string_view line);

  /// Whether one of the formats prints such a line; blanks around it do not count. Of a program, formats without words,
  /// as `%s\n`, do not count either: they could print anything. One that has no aggregation prints `%s %d\n`, too.
  [[nodiscard]] bool can_be(std::string_view line) const;
  /// Whether a program leaves such a line open above a printa() in default form, which then ends it.
  [[nodiscard]] bool can_be_lead(std::string_view line) const;
  /// Whether a program prints such a line, and a date in it.
  [[nodiscard]] bool is_with_date(std::string_view line) const;
  /// Whether it is that of a program, so that other text is not its.
  [[nodiscard]] bool is_of_program() const { return is_of_program_; }
  /// Which of the lines that a program prints once as it begins (in BEGIN) and at no other time this is, from 0:
  /// `Tracing %d... Hit Ctrl-C to end.`
  [[nodiscard]] std::optional<std::size_t> opening(std::string_view line) const;
  /// Whether a program prints such a line as it ends (in END, or along with exit()) and at no other time.
  [[nodiscard]] bool is_closing(std::string_view line) const;
  /// Whether a program prints stacks by actions, and all of them as it ends.
  [[nodiscard]] bool has_closing_stacks() const { return has_closing_stacks_; }

 private:
  void find_closings(const DProgram& program);

  bool is_of_program_ = false;
  std::vector<std::unique_ptr<RE2>> openings_;
  bool has_closing_stacks_ = false;
  std::unique_ptr<RE2> closings_;  ///< null: no text
  std::unique_ptr<RE2> others_;    ///< of its other texts; null: none, or no closing text
  std::unique_ptr<RE2> lines_;     ///< likewise
  std::unique_ptr<RE2> leads_;     ///< likewise
};

}  // namespace profconv::dtrace
