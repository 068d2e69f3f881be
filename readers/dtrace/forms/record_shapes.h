// SPDX-License-Identifier: Apache-2.0
// What the records of an aggregation have in common: the kinds of their keys, in order. DTrace does not say them, so a
// record is read with the shape of the one before it in mind.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/program/expected_prints.h"

namespace profconv::dtrace {

/// Empty stacks that a record begins with.
struct LeadingStacks {
  std::size_t count = 0;
  bool is_doubtful = false;  ///< the D program also prints such records with another number of them
};

/// Remembers the shape that the next record most likely has.
class RecordShapes {
 public:
  /// `prints`: what the D program says of shapes. It must outlive this.
  explicit RecordShapes(const ExpectedPrints& prints) : prints_(prints), has_program_(prints.has_default_form()) {}

  /// Whether a D program says what is printed in default form.
  [[nodiscard]] bool has_program() const { return has_program_; }
  /// Whether a record that begins so can become one of the last shape.
  [[nodiscard]] bool can_become_last(std::string_view begin) const { return last_.starts_with(begin); }
  /// Whether a record that begins so can go on to the last shape, or to one that the program prints.
  [[nodiscard]] bool can_go_on(std::string_view begin) const {
    return last_.starts_with(begin) || (has_program_ && prints_.expects_beginning(begin));
  }
  /// Whether the program prints records of a shape, which may lack as many stacks at its beginning. Absent: no program
  /// says.
  [[nodiscard]] std::optional<bool> is_expected(std::string_view shape, bool is_table, std::size_t most_stacks) const;
  /// The same of what a shape begins with.
  [[nodiscard]] bool can_begin(std::string_view shape, std::size_t most_stacks) const;
  /// Whether a table can follow a value without keys and have no newline but its own: where dtrace prints both at its
  /// end.
  [[nodiscard]] bool may_end_above_table() const { return prints_.end_expects("", false); }
  /// Whether tables of the program have no text for a key, so that a text right above one is a heading.
  [[nodiscard]] bool prints_headings_above_tables() const {
    return prints_.expects("", true) && !prints_.expects(std::string(1, static_cast<char>(ColumnKind::text)), true);
  }
  /// Whether actions of the program print stacks.
  [[nodiscard]] bool prints_actions() const { return prints_.prints_stacks(); }
  /// Whether other actions print right above each such stack.
  [[nodiscard]] bool print_above_actions() const { return prints_.print_above_stacks(); }
  /// Whether the program prints text above aggregations.
  [[nodiscard]] bool has_headings() const { return prints_.has_headings(); }
  /// Whether the program prints a line as text.
  [[nodiscard]] bool is_text(std::string_view line) const { return prints_.text().can_be(line); }
  /// How many stacks at the beginning of a record the program does not print with it, though it prints the rest.
  [[nodiscard]] std::size_t stacks_of_others(const Record& record) const;
  /// Whether its first stack may be what an action printed, and an empty one after it the newline before the next
  /// print.
  [[nodiscard]] bool may_begin_with_action(const Record& record) const;
  /// Whether it may be two records without stacks, and the frame between them no part of either.
  [[nodiscard]] bool may_be_two_around_frame(const Record& record) const;
  [[nodiscard]] bool is_last(std::string_view shape) const { return last_ == shape; }
  [[nodiscard]] std::size_t last_size() const { return last_.size(); }

  /// How many of the empty lines before a record are empty stacks that it begins with. `own_newline`: one of the lines
  /// is that of its first stack. `fresh`: something else was printed since the record before. Clears
  /// Record::starts_print where they are.
  [[nodiscard]] LeadingStacks leading_stacks(Record& record, bool own_newline, bool fresh) const;
  /// Takes a whole record's shape. `after_output`: it was the first after what an action printed.
  void keep(const Record& record, bool after_output);

 private:
  [[nodiscard]] bool have_two_meanings(const Record& record, std::size_t blanks, bool fresh) const;
  [[nodiscard]] std::size_t likely_leading_stacks(Record& record, bool own_newline, bool fresh) const;

  const ExpectedPrints& prints_;
  bool has_program_;
  std::string last_;     ///< of the record before, unless it may have lost an empty line
  std::string doubted_;  ///< of one that may
  bool last_is_table_ = false;
  bool after_output_ = false;
  bool below_probe_ = false;  ///< the print began below the line of a probe
};

}  // namespace profconv::dtrace
