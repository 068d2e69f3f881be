// SPDX-License-Identifier: Apache-2.0
// Doubts in words.
#include "readers/dtrace/aggregations/doubts.h"

#include <string>

namespace profconv::dtrace {

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
