// SPDX-License-Identifier: Apache-2.0
// Text that is no part of a record: headings that the D program printed, and what the traced program printed into the
// same file, be it between records, within one, or within a line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/program/printed_text.h"
#include "readers/dtrace/text/report.h"

namespace profconv::dtrace {

/// Keeps the last line of text, which may be the heading of what follows, and counts the others.
class TextLines {
 public:
  /// Both must outlive this.
  TextLines(Report& report, const PrintedText& of_program) : report_(report), of_program_(of_program) {}

  /// A line between records; `of_probe`: an action printed it, so that it is no output of the traced program.
  void between(std::string_view line, std::uint64_t number, bool of_probe);
  /// A line within a record, between two lines of a stack.
  void within(std::string_view line, std::uint64_t number);
  /// The text within turned out to be the end of the record.
  void within_was_between();
  /// Whether lines of a stack were left out where this line is. `--` may be what a program prints between stacks, if
  /// these have no values.
  [[nodiscard]] bool is_elision_within(std::string_view line, bool stacks_have_values) const;
  void report_elided(std::string_view line, std::uint64_t number) const;
  /// Where frames are not indented, text between them may be one that names no module.
  void report_unindented(std::string_view line, std::uint64_t number) const;
  [[nodiscard]] bool is_within() const { return !within_.text.empty(); }
  [[nodiscard]] std::size_t within_indent() const { return within_indent_; }
  void leave_within() { within_.text.clear(); }
  /// What was kept is no heading of anything.
  void forget() {
    last_.text.clear();
    last_.lines.clear();
    above_.text.clear();
  }
  /// The text of this line turns out to be the key of a table below it; "" where no text stands there.
  std::string take_key(std::uint64_t line);
  /// Whether this line ends in a text that was printed behind a probe.
  [[nodiscard]] bool is_behind_probe(std::uint64_t line) const {
    return of_probe_ && last_.line == line && !last_.text.empty();
  }

  /// A text key that a format prints may have several lines, and only the one that has the other keys is like a record:
  /// warns if text right above or below that line may be of its key.
  void compare_with_key_below(std::uint64_t line) const;
  void compare_with_key_above(std::string_view text, std::uint64_t line) const;

  /// Gives the text before a record, told from an interruption by the empty lines between.
  void take(TextBefore& before, bool enough_blanks);

  void report() const;
  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] std::uint64_t first_line() const { return first_line_; }
  /// The first line, short enough for a message.
  [[nodiscard]] const std::string& first_words() const { return first_words_; }

 private:
  void count(std::string_view line, std::uint64_t number);
  [[nodiscard]] bool may_be_record(std::string_view line) const;
  [[nodiscard]] bool is_unexplained(std::string_view text) const;
  void compare_headings(bool is_heading);

  Report& report_;
  const PrintedText& of_program_;
  TextBefore last_;
  TextBefore above_;  ///< the text before the last
  bool of_probe_ = false;
  TextBefore within_;
  std::size_t within_indent_ = 0;
  std::uint64_t count_ = 0;
  std::uint64_t headings_ = 0;
  std::set<std::string> headings_seen_;
  std::set<std::string> passed_over_;  ///< texts above other text that is no heading
  std::uint64_t numbers_ = 0;          ///< lines that may be records of printa(), without headings
  TextBefore first_number_;            ///< the first of them
  std::uint64_t first_line_ = 0;
  std::string first_words_;
};

/// A text cut to a length fit for messages.
[[nodiscard]] std::string shortened(std::string_view text);

}  // namespace profconv::dtrace
