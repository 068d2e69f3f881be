// SPDX-License-Identifier: Apache-2.0
// The formats of printa() that the lines read so far fit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "readers/dtrace/forms/default_form.h"
#include "readers/dtrace/forms/printa_format.h"
#include "readers/dtrace/forms/printa_index.h"
#include "readers/dtrace/forms/printa_leads.h"
#include "readers/dtrace/forms/printa_match.h"
#include "readers/dtrace/forms/printa_tails.h"
#include "readers/dtrace/program/expected_prints.h"
#include "readers/dtrace/text/report.h"

namespace profconv::dtrace {

/// Tries all formats at the line that a record may begin with, and those that fit at the lines that follow.
class PrintaCandidates {
 public:
  /// The last two must outlive this.
  PrintaCandidates(std::vector<PrintaFormat> formats, const ExpectedPrints& prints, Report& report);

  /// Whether a record may begin in the line.
  [[nodiscard]] bool begin(std::string_view line, std::uint64_t number);
  /// The next line of the record; `index`: how many it has had.
  void take(std::string_view line, std::size_t index, std::uint64_t number);
  /// No line follows.
  void end_of_input(std::size_t lines);

  /// Where in its first line the record begins.
  [[nodiscard]] std::size_t column() const { return column_; }
  /// Whether a record goes on below the last line.
  [[nodiscard]] bool any_alive() const;
  /// Whether such a record begins with a number or with words of its format.
  [[nodiscard]] bool is_begun_by_a_number() const;
  /// The whole record that is most likely; null: none.
  [[nodiscard]] PrintaMatch* best();
  /// Whether the line below it tells whether it is.
  [[nodiscard]] bool waits() const { return choice_ == PrintaTails::Choice::next_line; }
  /// Reports what makes it uncertain. `is_below_record`: one of the same format is right above.
  void report(PrintaMatch& match, std::string_view first_line, bool is_below_record);

  /// A line is no part of a record; `in_table`: it is one of a table in default form.
  void pass(std::string_view line, bool in_table) {
    default_form_.pass(line, in_table);
    tails_.pass(line);
  }
  /// A record of a format was read.
  void end(std::size_t format) {
    default_form_.end();
    tails_.end_record(format);
  }

 private:
  [[nodiscard]] PrintaMatch* without_tail(PrintaMatch* best);
  [[nodiscard]] PrintaTails::Below below(const PrintaMatch& match) const;
  void compare_blanks(const PrintaMatch& match, const Record& record, std::string_view first_line);
  [[nodiscard]] bool may_begin(std::string_view line, std::uint64_t number);
  [[nodiscard]] bool begins_behind_probe(std::string_view line, std::uint64_t number);
  [[nodiscard]] bool begins_behind_leads(std::string_view line, std::uint64_t number, bool telling);

  std::vector<PrintaFormat> formats_;
  PrintaIndex index_;
  const ExpectedPrints& prints_;
  Report& report_;
  PrintaLeads leads_;
  DefaultForm default_form_;
  PrintaTails tails_;
  PrintaTails::Choice choice_ = PrintaTails::Choice::longer;
  bool has_dates_ = false;            ///< a format prints one
  std::vector<PrintaMatch> matches_;  ///< one for each format
  std::vector<std::size_t> begun_;    ///< those that the record may be of
  std::vector<bool> has_blanks_;      ///< of each format: whether a record has had all of its blanks
  std::vector<bool> has_fill_;        ///< whether one has ended in blanks
  std::vector<std::uint64_t> cut_;    ///< of each format: the line of the first record that lacked some; 0: none
  std::size_t column_ = 0;
  std::size_t lines_ = 0;  ///< that the record may have had
  bool is_probe_ = false;  ///< the last of them is a probe's
  bool is_at_end_ = false;
};

}  // namespace profconv::dtrace
