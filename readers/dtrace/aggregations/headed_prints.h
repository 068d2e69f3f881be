// SPDX-License-Identifier: Apache-2.0
// Prints that all have a heading of their own, which tells where each begins:
//
//   tick-1s { printf("CALLS\n"); printa("%k%@d\n", @calls); printf("BYTES\n"); printa("%k%@d\n", @bytes); }
#pragma once

#include "readers/dtrace/aggregations/aggregation_profile.h"
#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/program/expected_prints.h"
#include "readers/dtrace/text/report.h"

namespace profconv::dtrace {

/// Follows prints with a format. Nothing but their headings separates them; in default form an empty line does.
class HeadedPrints {
 public:
  /// Both must outlive this.
  HeadedPrints(const ExpectedPrints& prints, Report& report) : prints_(prints), report_(report) {}

  /// A print begins.
  void begin(bool has_heading) { has_heading_ = has_heading; }
  /// Whether a record goes on with the print, which has its heading, though its keys were there (`is_known`) or its
  /// value is less than the one above (`falls`). `print`: its aggregation.
  [[nodiscard]] bool go_on(const Record& record, const AggregationProfile& print, bool is_known, bool falls) const {
    const Description& description = *print.description();
    if (!has_heading_ || record.format == 0 || record.shape.empty() || !record.before.text.empty()) return false;
    if (!description.print || !prints_.has_headings_for(record.format)) return false;
    const bool lacks_keys = record.columns.size() + record.stacks.size() < prints_.keys(*description.print);
    if (is_known && !description.may_look_alike && !lacks_keys) return false;
    if (falls && rose_) {
      report_.data_loss("dtrace.turns", record.line,
                        "values rise in other prints and fall here: another print may begin, whose heading is missing");
    }
    return true;
  }
  /// A record of the aggregation was added.
  void observe(const AggregationProfile& aggregation) { rose_ = rose_ || aggregation.order().rose(); }

 private:
  const ExpectedPrints& prints_;
  Report& report_;
  bool has_heading_ = false;
  bool rose_ = false;  ///< within a print; with -x aggsortrev, none does
};

}  // namespace profconv::dtrace
