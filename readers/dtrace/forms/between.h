// SPDX-License-Identifier: Apache-2.0
// What stands between records: text, probes that fired, the heading of another recording.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/forms/text_lines.h"
#include "readers/dtrace/text/finding.h"
#include "readers/dtrace/text/report.h"

namespace profconv::dtrace {

/// Remembers it for the record that follows.
class Between {
 public:
  /// The first two must outlive this. `collapsed`: the columns of DTrace's own form are lost, or it is no such form.
  Between(Report& report, const PrintedText& of_program, bool collapsed);

  /// `CPU ID FUNCTION:NAME`: from the second on, dtrace -o has appended another recording.
  void add_heading();
  /// A probe, and what its action printed in the same line; `blanks`: empty lines before it.
  void add_probe(std::string_view output, std::uint64_t line, std::size_t blanks);
  /// `blanks`: empty lines before it.
  void add_text(std::string_view text, std::uint64_t line, std::size_t blanks);
  /// A record was read.
  void end_record() {
    has_records_ = true;
    fresh_ = follows_probe_ = follows_lead_ = has_news_ = after_formatted_ = is_bare_ = false;
  }
  /// The same of one in a format.
  void end_formatted(const Record& record) {
    has_records_ = after_formatted_ = true;
    is_first_ = false;
    key_line_ = record.ends_with_key ? record.value_line : 0;
  }
  /// Tells a record what stands before it. `own_newline`: it begins with a newline of its own.
  void begin(Record& record, std::size_t blanks, bool own_newline);
  /// The same of a record that a format of printa() printed, which begins with no empty line.
  void begin_formatted(Record& record);
  /// Whether all stacks of actions are what the D program prints as it ends.
  [[nodiscard]] bool has_closing_stacks() const { return of_program_.has_closing_stacks(); }
  /// The stack of an action was read.
  void see_stack() { follows_end_ = follows_end_ || has_closing_stacks(); }
  /// Empty lines before text or a record in a format: behind a record one may be all of a print without records.
  void see_blanks(std::size_t blanks) { has_gap_ = has_gap_ || ((!fresh_ || after_formatted_) && blanks > 0); }

  /// Whether anything but empty lines was printed since the last record, or there was none.
  [[nodiscard]] bool is_fresh() const { return fresh_; }
  /// Whether nothing was read yet.
  [[nodiscard]] bool is_at_start() const { return is_first_; }
  /// Whether text, a probe, a heading or what the D program prints as it ends is between the last record, be it in a
  /// format, and the next.
  [[nodiscard]] bool has_news() const { return has_news_ || follows_end_; }
  /// Whether empty lines are between the last record and the next, in a format, or the text above that.
  [[nodiscard]] bool has_gap() const { return has_gap_; }
  /// How many probes have fired.
  [[nodiscard]] std::uint64_t probes() const { return probes_; }
  /// Probes that printed nothing but an empty line, as those whose action printed an empty stack.
  [[nodiscard]] const Finding& bare_probes() const { return bare_probes_; }
  [[nodiscard]] std::uint64_t headings() const { return headings_; }
  /// How many recordings the headings, and the text of BEGIN, show; 0 or 1 without a sign of several.
  [[nodiscard]] std::uint64_t recordings() const { return recordings_; }
  [[nodiscard]] TextLines& text() { return text_; }
  [[nodiscard]] const TextLines& text() const { return text_; }

 private:
  void see_begin(std::uint64_t times);

  Report& report_;
  TextLines text_;
  const PrintedText& of_program_;
  bool collapsed_;
  std::uint64_t headings_ = 0;
  std::map<std::size_t, std::uint64_t> openings_;  ///< how often each was printed
  std::uint64_t recordings_ = 0;
  std::uint64_t cut_recordings_ = 0;
  bool has_records_ = false;
  bool fresh_ = true;
  bool is_first_ = true;          ///< no record, text, probe or heading was read yet
  bool after_formatted_ = false;  ///< the last record was in a format
  bool has_news_ = false;
  bool follows_probe_ = false;
  bool follows_lead_ = false;  ///< the last text is one that the D program leaves open
  bool is_like_lead_ = false;  ///< it looks like one
  std::uint64_t probes_ = 0;
  bool is_bare_ = false;  ///< nothing follows the last probe yet
  Finding bare_probes_;
  bool new_recording_ = false;
  bool follows_end_ = false;  ///< something is above that the D program prints as it ends
  bool has_gap_ = false;      ///< before a probe's line or text
  std::uint64_t text_line_ = 0;
  std::uint64_t key_line_ = 0;       ///< the last line of the last record, if a text key ends it; else 0
  bool text_follows_blank_ = false;  ///< the lines of text above the next record follow an empty line
};

}  // namespace profconv::dtrace
