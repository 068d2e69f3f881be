// SPDX-License-Identifier: Apache-2.0
// What the grammar found of a whole text, reported once.
#pragma once

#include <cstdint>

#include "readers/dtrace/forms/between.h"
#include "readers/dtrace/text/finding.h"
#include "readers/dtrace/text/report.h"

namespace profconv::dtrace {

/// Counts.
struct Findings {
  std::uint64_t records = 0;
  bool has_blanks = false;         ///< an empty line
  Finding unparted;                ///< stacks that empty lines would part, as long as there was none
  bool has_other_records = false;  ///< of formats of printa(), or events of actions
  bool has_messages = false;
  std::uint64_t lines = 0;
  Finding packed;
  Finding text_keys;                  ///< tables whose keys are a line of text
  Finding texts_above;                ///< lines of text right above stacks
  Finding texts_below;                ///< lines of text right below tables
  Finding unfilled_keys;              ///< text keys at the ends of lines that no blanks fill up
  bool has_filled_keys = false;       ///< there are others
  bool unfilled_above_stack = false;  ///< the last of those that no blanks fill up is right above a stack
  Finding long_keys;                  ///< text keys of several lines that may hold output of others
  Finding unvalued;                   ///< stacks without a value

  /// `has_program`: a D program says what shapes records have.
  void report(const Between& between, bool has_program, Report& report) const;
  /// Throws ReadError where nothing was found that tells of a recording. A heading, or nothing but empty lines, is what
  /// dtrace prints where nothing was counted.
  void require_recording(const Between& between, const Report& report) const;

 private:
  void report_texts(Report& report) const;
};

}  // namespace profconv::dtrace
