// SPDX-License-Identifier: Apache-2.0
// Findings in words.
#include "readers/dtrace/forms/findings.h"

#include <string>
#include <string_view>

namespace profconv::dtrace {

namespace {

constexpr std::string_view default_form =
    "records of aggregations in DTrace's default print form: frames such as module`function+0x1f, or keys, and a "
    "number at least 17 characters wide";

}  // namespace

/// Text beside tables and stacks that may be keys.
void Findings::report_texts(Report& report) const {
  if (text_keys.any()) {
    report.data_loss("dtrace.text_keys", text_keys.line,
                     text_keys.words(" table has", " tables have") +
                         " text above instead of keys, as printa() formats print: the text is the key; --set "
                         "dtrace.printa=FORMAT splits it");
  }
  if (texts_above.any()) {
    report.data_loss("dtrace.text_keys", texts_above.line,
                     texts_above.words(" stack has", " stacks have") +
                         " text right above, which may be keys of a printa() format: left out; --set "
                         "dtrace.printa=FORMAT reads them");
  }
  if (texts_below.any()) {
    report.data_loss("dtrace.text_keys", texts_below.line,
                     texts_below.words(" table has", " tables have") +
                         " text right below, which may be keys of a printa() format: left out; --set "
                         "dtrace.printa=FORMAT reads them");
  }
}

void Findings::report(const Between& between, bool has_program, Report& report) const {
  if (unvalued.any() && !report.context().is_checking()) {
    report.error(
        "dtrace.no_value", unvalued.line,
        unvalued.words(" stack is", " stacks are") +
            " left out: no value follows; for a printa() format, --set dtrace.printa=FORMAT or dtrace.script=FILE");
  }
  report_texts(report);
  // A single one among other records is as likely a line of other output.
  const bool is_odd = unfilled_keys.count == 1 && unfilled_above_stack && records > 1 && !has_program;
  if (unfilled_keys.any() && (has_filled_keys || is_odd)) {
    report.data_loss(
        "dtrace.lost_keys", unfilled_keys.line,
        unfilled_keys.words(" line is", " lines are") +
            " read as a key though no blanks fill it up, as DTrace does: it may be output of another program");
  }
  if (!has_blanks && unparted.any() && (records > 1 || unparted.count > 1)) {
    report.data_loss("dtrace.lost_line", unparted.line,
                     "no empty line is left: stacks that followed one another may be joined, and tables with and "
                     "without stacks parted");
  }
  if (long_keys.any()) {
    report.data_loss("dtrace.long_keys", long_keys.line,
                     long_keys.words(" text key goes", " text keys go") +
                         " over several lines: output of other programs may be in it, and records may be missing");
  }
  if (packed.any()) {
    report.data_loss("dtrace.packed", packed.line,
                     "the cells of -x aggpack are pictures and no numbers: of " +
                         packed.words(" distribution", " distributions") + " only the total is read");
  }
  if (const std::uint64_t recordings = between.recordings(); recordings > 1) {
    report.note("dtrace.appended", lines,
                std::to_string(recordings) + " recordings follow one another (dtrace -o appends): they are added");
  }
}

void Findings::require_recording(const Between& between, const Report& report) const {
  if (records != 0 || has_other_records) return;
  const std::string expected(default_form);
  if (lines == 0) report.fail(0, "the input is empty; expected " + expected);
  if (unvalued.any()) {
    report.fail(unvalued.line,
                "no value follows a stack, expected a number; for a printa() format, --set dtrace.printa=FORMAT or "
                "dtrace.script=FILE");
  }
  if (between.headings() != 0) return;
  const TextLines& text = between.text();
  if (text.count() != 0) report.fail(text.first_line(), "found '" + text.first_words() + "', expected " + expected);
  if (has_messages) report.fail(1, "found only messages of dtrace, expected " + expected);
}

}  // namespace profconv::dtrace
