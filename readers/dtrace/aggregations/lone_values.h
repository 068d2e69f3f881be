// SPDX-License-Identifier: Apache-2.0
// Values and tables without keys right below a record, whose number above may be a key before an empty stack:
//
//   job-9                                                             3
//                                       an empty line, or an empty stack
//              value  ------------- Distribution ------------- count
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "readers/dtrace/aggregations/aggregation_choice.h"
#include "readers/dtrace/aggregations/sources.h"

namespace profconv::dtrace {

/// Reports those that other records, or the D program, make doubtful.
class LoneValues {
 public:
  /// `choice` must outlive this.
  LoneValues(const AggregationChoice& choice, const Sources& sources) : choice_(choice), sources_(sources) {}

  /// A record that nothing separates from the current aggregation's.
  void observe(const Record& record);
  /// All records have been seen.
  void finish() const;

 private:
  void observe_below(const AggregationProfile& above, const Record& record);
  void report_key_above(const std::string& shape, const Record& record) const;

  const AggregationChoice& choice_;
  Sources sources_;
  std::map<std::string, std::uint64_t> values_;  ///< the keys of the record above, and the first line of such
};

}  // namespace profconv::dtrace
