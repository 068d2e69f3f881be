// SPDX-License-Identifier: Apache-2.0
// What becomes of the record that is open: it is handed on whole, turns out to be what an action printed, or is left
// out, and that is counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "readers/dtrace/forms/between.h"
#include "readers/dtrace/forms/findings.h"
#include "readers/dtrace/forms/open_record.h"
#include "readers/dtrace/forms/record_batch.h"
#include "readers/dtrace/forms/record_shapes.h"
#include "readers/dtrace/forms/record_sink.h"
#include "readers/dtrace/forms/stack_actions.h"
#include "readers/dtrace/text/pasted.h"
#include "readers/dtrace/text/report.h"
#include "readers/dtrace/text/token.h"

namespace profconv::dtrace {

/// Hands on records in their order.
class Assembly {
 public:
  Assembly(RecordSink& sink, Report& report, const Treatment& treatment, const ExpectedPrints& prints)
      : batch_(sink),
        report_(report),
        between_(report, prints.text(), treatment.collapsed),
        shapes_(prints),
        open_(batch_, report),
        actions_(batch_, treatment) {}

  [[nodiscard]] OpenRecord& open() { return open_; }
  [[nodiscard]] const RecordShapes& shapes() const { return shapes_; }
  [[nodiscard]] Between& between() { return between_; }
  [[nodiscard]] TextLines& text() { return between_.text(); }
  [[nodiscard]] Findings& found() { return found_; }

  /// `own_newline`: the record begins with a stack or a table, whose newline is the empty line before it.
  void begin(std::uint64_t line, std::size_t blanks, bool own_newline);
  /// Adds stacks, in `line`.
  void add_stacks(std::size_t count, std::uint64_t line);
  /// The record has its value. It is handed on by emit(), since lines of -x aggpercpu may follow.
  void close();
  [[nodiscard]] bool is_whole() const { return is_whole_; }
  void emit();
  /// Hands on all records that are whole.
  void settle() { batch_.settle(); }
  /// Hands on a record of another form.
  void pass(const Record& record, std::size_t blanks);

  /// Whether the stacks of an action end where frames follow after so many empty lines.
  [[nodiscard]] bool ends_action(std::size_t blanks) const;
  void end_likely_action();
  /// Whether the stacks of an action end above this line, as the program prints it as text. `next`: what is below it.
  [[nodiscard]] bool ends_action(std::string_view line, const Token& next) const;
  /// Whether scalars are such a line, and no keys or value of a record.
  [[nodiscard]] bool is_below_action(const Token& scalars, const Token& next) const;
  void end_action_above(std::string_view text, std::uint64_t line);
  void end_action();
  /// Whether stacks without a value were found, so that others need none either.
  [[nodiscard]] bool has_valueless() const { return found_.unvalued.any() || actions_.any(); }

  /// Ends a record that turns out to have no value, if one is open.
  void abandon();
  /// Leaves it out; `line` says best why.
  void give_up(std::uint64_t line);
  /// Leaves out a record that the input ends in.
  void cut_off(std::uint64_t line);
  /// The input has ended, `after_blank`: in an empty line.
  void end(bool after_blank);
  /// Throws ReadError where the input held neither a record nor an empty result.
  void report();

 private:
  void part_from_action();
  [[nodiscard]] bool is_action() const { return actions_.are_in(open_.record(), found_.records == 0); }

  RecordBatch batch_;
  Report& report_;
  Between between_;
  RecordShapes shapes_;
  OpenRecord open_;
  StackActions actions_;
  Findings found_;
  bool is_whole_ = false;
  std::uint64_t end_of_action_ = 0;  ///< the line of text that ended the last action
};

}  // namespace profconv::dtrace
