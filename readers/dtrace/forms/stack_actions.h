// SPDX-License-Identifier: Apache-2.0
// Stacks that ustack() or stack() print as an action, without a value: each is one event.
//
//   (blank)
//                 a.out`work+0x1f
//                 a.out`main+0x2c
//   (blank)
#pragma once

#include <cstddef>
#include <cstdint>

#include "readers/dtrace/forms/joined_stacks.h"
#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/forms/record_sink.h"
#include "readers/dtrace/forms/text_lines.h"
#include "readers/dtrace/text/finding.h"
#include "readers/dtrace/text/pasted.h"
#include "readers/dtrace/text/report.h"

namespace profconv::dtrace {

/// Makes events of records that turn out to have no value.
class StackActions {
 public:
  StackActions(RecordSink& sink, const Treatment& treatment)
      : sink_(sink), may_hold_actions_(treatment.may_hold_actions), stacks_have_values_(treatment.stacks_have_values) {}

  /// Whether what was read of a record without a value is only stacks, where those need none. Keys with an empty line
  /// after them are what another action printed. `first`: no record was read before.
  [[nodiscard]] bool are_in(const Record& record, bool first) const;
  /// Whether it is only stacks, whatever was read before.
  [[nodiscard]] bool may_be_in(const Record& record) const;
  /// Each stack becomes a record of its own; keys before them are text. `indent` is that of the frames;
  /// `probes`: how many have fired so far.
  void emit(const Record& record, std::size_t indent, TextLines& text, std::uint64_t probes);
  [[nodiscard]] bool any() const { return found_.any(); }
  /// Text is among the frames of those in this line.
  void see_interrupted(std::uint64_t line) { interrupted_.add(line); }
  /// No more follows.
  void end() { end_probe(); }
  /// `are_assumed`: stacks with values were printed too, and no D program tells of actions. `has_blanks`: an empty line
  /// was read.
  void report(Report& report, bool are_assumed, bool has_blanks) const;

 private:
  void end_probe();

  RecordSink& sink_;
  bool may_hold_actions_;
  bool stacks_have_values_;  ///< a stack without a value has lost it
  Finding found_;
  Finding uneven_;            ///< probes that printed another number of stacks than the first
  std::size_t of_probe_ = 0;  ///< the stacks that the last probe printed
  std::size_t of_first_ = 0;  ///< the same of the first probe
  std::uint64_t probes_ = 0;
  std::uint64_t probe_line_ = 0;
  JoinedStacks joined_;
  Finding interrupted_;
  Finding unindented_;  ///< of them, those that do not stand where dtrace prints stacks
};

}  // namespace profconv::dtrace
