// SPDX-License-Identifier: Apache-2.0
// Comparing the keys of aggregations.
#include "readers/dtrace/aggregations/shape_doubts.h"

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace profconv::dtrace {

namespace {

using Forms = std::set<std::pair<std::string_view, bool>>;  ///< shapes, and whether they are of tables

/// Whether a table without a stack may be one of those with a stack, whose empty line is missing. `frameless`: of those
/// that end in records without a frame.
bool may_lack_stack(const AggregationProfile& each, const Forms& forms, const Forms& frameless) {
  if (!each.is_table() || (!each.shape().empty() && each.records() != 1)) return false;
  const std::string longer = each.shape() + stack_letter;
  return (each.shape().empty() ? frameless : forms).contains({longer, true});
}

/// Whether a record of another's keys, a number, and again those keys before a stack may be two, of which the first has
/// an empty stack:
///
///   job-9                                                             3
///               a.out`f4
///   job-5                                                             9
bool may_be_two(const AggregationProfile& each, const Forms& forms) {
  const std::string_view shape = each.shape();
  if (shape.empty() || shape.size() % 2 != 0) return false;
  // Some keys, a number, a stack and the same keys.
  const std::size_t number = shape.size() / 2 - 1;
  const std::string_view second = shape.substr(number + 1);
  return second.front() == stack_letter && shape[number] == static_cast<char>(ColumnKind::quad) &&
         second.substr(1) == shape.substr(0, number) &&
         (forms.contains({second, false}) || forms.contains({second, true}));
}

/// Whether the only record may be one of another's, below the stack that an action printed.
bool may_hold_action(const AggregationProfile& each, const Forms& forms) {
  const std::string_view shape = each.shape();
  return each.records() == 1 && each.is_default_form() && shape.size() > 1 && shape.front() == stack_letter &&
         forms.contains({shape.substr(1), each.is_table()});
}

/// Whether the empty lines above the first record may be stacks of it, which is of another aggregation then.
bool may_begin_with_stacks(const AggregationProfile& first) {
  return first.records() > 1 && first.is_default_form() && !first.shape().empty() && first.begins_below_gap();
}

}  // namespace

void report_shape_doubts(std::span<const std::unique_ptr<AggregationProfile>> all, Report& report) {
  Forms forms;
  Forms frameless;
  for (const auto& each : all) {
    forms.emplace(each->shape(), each->is_table());
    if (each->ends_without_frames()) frameless.emplace(each->shape(), each->is_table());
  }
  if (!all.empty() && may_begin_with_stacks(*all.front())) {
    report.data_loss(
        "dtrace.leading_stacks", all.front()->first_line(),
        "an empty line above this record may be a stack of it, and the next records of another aggregation");
  }
  for (const auto& each : all) {
    if (may_lack_stack(*each, forms, frameless)) {
      report.data_loss("dtrace.lone_record", each->first_line(),
                       "a table without a stack may be one of those with a stack, whose empty line is missing");
    }
    if (may_be_two(*each, forms)) {
      report.data_loss("dtrace.lost_line", each->first_line(),
                       "this may be two records, of which the first has an empty stack, without the empty line "
                       "between them");
    }
    if (may_hold_action(*each, forms)) {
      report.data_loss(
          "dtrace.lost_line", each->first_line(),
          "the first stack of this record may be that of an action above it: an empty line may be missing");
    }
  }
}

}  // namespace profconv::dtrace
