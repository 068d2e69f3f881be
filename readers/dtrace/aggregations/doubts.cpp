// SPDX-License-Identifier: Apache-2.0
// Doubts in words.
#include "readers/dtrace/aggregations/doubts.h"

#include <string>

#include "readers/dtrace/program/expected_prints.h"

namespace profconv::dtrace {

void report_more_values(const Record& record, const Descriptions& descriptions, Report& report) {
  if (!record.before.text.empty()) {
    report.data_loss("dtrace.heading", record.before.line,
                     "the value below this text is read as another aggregation; it may be the same one again");
  } else if (descriptions.has_program()) {
    report.data_loss("dtrace.alike", record.line,
                     "another value than the program prints as it ends: dtrace may print it as a printa() did not run");
  }
}

void report_unreached(std::size_t last_print, const Descriptions& descriptions, Report& report) {
  if (descriptions.prints().is_at_end(last_print)) return;
  const auto names = descriptions.unreached_like(last_print);
  if (!names) return;
  report.data_loss("dtrace.alike", 0,
                   "no empty line ends the input: if the printa() of " + *names +
                       " did not run, dtrace printed it as it ended, like this");
}

void report_doubts(const Descriptions& descriptions, const Sources& sources, std::size_t described,
                   bool may_lack_print) {
  if (const auto mixed = descriptions.mixed(may_lack_print)) {
    sources.report.data_loss(
        "dtrace.turns", 0,
        *mixed +
            " print alike in turns; if one print is empty or missing they are mixed up: printf() a heading "
            "for each");
  }
  if (const std::size_t column = sources.settings.unsorted_time; column != 0) {
    sources.report.note("dtrace.unsorted_times", 0,
                        "key " + std::to_string(column) +
                            " looks like a timestamp but is not sorted: ignored as time; name it timestamp to use it");
  }
  const std::size_t named = sources.settings.functions.size();
  const bool are_named_by_hand = named > 1 && !descriptions.has_program();
  if (!are_named_by_hand || described == named) return;
  sources.report.data_loss("dtrace.aggregations", 0,
                           "dtrace.aggregations names " + std::to_string(named) + " aggregations, found " +
                               std::to_string(described) + ": check the list");
}

}  // namespace profconv::dtrace
