// SPDX-License-Identifier: Apache-2.0
// Keeping the last record.
#include "readers/dtrace/aggregations/soft_boundary.h"

#include "readers/dtrace/aggregations/print_order.h"
#include "readers/dtrace/aggregations/record_order.h"

namespace profconv::dtrace {

void SoftBoundary::pass(std::size_t print, const Record& record) {
  has_last_ = prints_.has_double(print);
  if (!has_last_) return;
  last_print_ = print;
  static_cast<RecordHead&>(last_) = record;
  last_.shape.assign(record.shape);
  last_.columns.assign(record.columns.begin(), record.columns.end());
  last_.text.assign(record.text);
  last_.rows.assign(record.rows.begin(), record.rows.end());
  last_.values.assign(record.values.begin(), record.values.end());
}

bool SoftBoundary::is_soft(std::size_t print, const Record& next) const {
  if (!has_last_ || next.starts_print || next.follows_probe || !next.before.text.empty()) return false;
  if (!prints_.is_at_end(print)) return false;
  if (!prints_.can_be(print, last_) && !prints_.can_be(last_print_, next)) return false;
  return (broken_orders(sort_value(last_), last_.columns, last_.text, next) & likely_order(prints_.orders())) == 0;
}

}  // namespace profconv::dtrace
