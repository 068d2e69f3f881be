// SPDX-License-Identifier: Apache-2.0
// Seeing samples again, in one print and in several.
#include "readers/dtrace/aggregations/last_values.h"

#include <utility>

#include "core/tables/id_table.h"

namespace profconv::dtrace {

void LastValues::observe(const SampleKey& key, std::uint64_t line) {
  if (key.start_ns) return;  // never joined with another
  const std::uint64_t hash = mix(mix(key.stack.value, key.thread.value), key.labels.value);
  if (seen_.contains(hash)) return joined_.add(line);
  if (printed_.contains(hash)) reprinted_.add(line);
  seen_.insert(hash);
  printed_.insert(hash);
}

void LastValues::begin_print() { seen_.clear(); }

void LastValues::report(Prints prints, Report& report) const {
  if (joined_.any()) {
    report.data_loss("dtrace.joined_averages", joined_.line,
                     joined_.words(" average", " averages") +
                         " of keys that are read as equal: the last is kept; --set dtrace.offsets=keep tells stacks "
                         "apart that differ in offsets");
  }
  if (reprinted_.any() && prints != Prints::last) {
    report.data_loss("dtrace.averages_again", reprinted_.line,
                     "averages printed again do not add: the last is kept; --set dtrace.prints=apart keeps each");
  }
}

}  // namespace profconv::dtrace
