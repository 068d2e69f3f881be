// SPDX-License-Identifier: Apache-2.0
// Doubts in words.
#include "readers/dtrace/forms/printa_doubts.h"

#include <algorithm>

#include "readers/dtrace/forms/table_forms.h"
#include "readers/dtrace/text/line.h"
#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

using StepKind = PrintaStep::Kind;

/// Whether a text has the literal, a number after it, and then more.
bool holds_number_behind(std::string_view text, std::string_view literal) {
  for (std::size_t at = text.find(literal); at != std::string_view::npos; at = text.find(literal, at + 1)) {
    const std::size_t begin = at + literal.size();
    const std::size_t end = text.find_first_not_of("0123456789", begin);
    // Of what follows, nothing is after a number then.
    if (end == std::string_view::npos) return false;
    if (end != begin) return true;
  }
  return false;
}

/// Whether a key holds what the format prints after it, as where the end of a line is lost: `read: 5write: 44`.
bool may_be_two(const std::vector<PrintaStep>& steps, const Record& record) {
  for (std::size_t i = 0; i + 2 < steps.size(); ++i) {
    const std::string_view literal = steps[i + 1].literal;
    const bool is_before_number = steps[i + 2].kind == StepKind::number || steps[i + 2].kind == StepKind::value;
    // One character may be part of a key: `kworker/0:1H`.
    if (steps[i].kind != StepKind::text || !is_before_number || literal.size() < 2 || trimmed(literal).empty())
      continue;
    for (const Column& column : record.columns) {
      if (column.kind == ColumnKind::text && holds_number_behind(record.text_of(column), literal)) return true;
    }
  }
  return false;
}

}  // namespace

void report_doubts(PrintaMatch& match, const std::vector<PrintaMatch>& matches, const std::vector<std::size_t>& begun,
                   Report& report) {
  const Record& record = match.record();
  const bool has_rival = std::any_of(begun.begin(), begun.end(), [&](std::size_t i) {
    const PrintaMatch& other = matches[i];
    if (&other == &match || !other.whole() || other.format().is_like(match.format())) return false;
    const bool is_only_wider = other.end() == match.end() && other.format().has_words_of(match.format());
    return is_only_wider || other.compare(match) == 0;
  });
  if (has_rival) {
    report.data_loss("dtrace.formats", record.line,
                     "two formats of printa() fit this record: the first is taken; begin each with a word of its own");
  }
  if (match.is_joined()) {
    report.data_loss("dtrace.joined_keys", record.line,
                     "the format does not say where a key ends, and it may be cut in the wrong place; print a mark "
                     "that no key holds");
  }
  if (may_be_two(match.format().steps(), record)) {
    report.data_loss("dtrace.joined_keys", record.line,
                     "a key holds what the format prints after it, and a number: two lines may have become one");
  }
  if (match.is_padded() && !match.format().ends_with_text()) {
    report.data_loss("dtrace.formats", record.line,
                     "more blanks follow a key than the format prints: this may be a record in DTrace's default form");
  }
  if (record.is_table) report_row_gaps(record.rows, match.is_unended(), report);
  if (match.is_unended()) {
    report.data_loss("dtrace.truncated", record.line,
                     "the input ends below a frame of this record: frames may be missing, as the format prints a line "
                     "after them");
  }
}

void report_text_doubt(PrintaMatch& match, std::string_view line, const PrintedText& text, Report& report) {
  const bool is_line = match.stacks().empty() && !match.record().is_table && match.end().column == 0;
  if (!is_line) return;
  const bool has_text_key = match.format().steps().front().kind == PrintaStep::Kind::text;
  const bool is_number = line.size() == value_width && line.starts_with(' ') && parse_number(trimmed(line));
  if (!text.is_of_program() && has_text_key && is_number) {
    report.data_loss("dtrace.formats", match.record().line,
                     "this number is read as a record with an empty key, and may be a value in DTrace's default form");
  }
  if (!text.is_of_program() || !text.can_be(line)) return;
  report.data_loss("dtrace.program", match.record().line,
                   "a printf() of the D program may have printed this line, which is read as a record of a printa()");
}

}  // namespace profconv::dtrace
