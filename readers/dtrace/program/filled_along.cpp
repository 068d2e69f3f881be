// SPDX-License-Identifier: Apache-2.0
// Comparing the clauses that fill.
#include "readers/dtrace/program/filled_along.h"

#include <algorithm>
#include <cstddef>

namespace profconv::dtrace {

bool is_filled_along(const ExpectedPrint& print, const ExpectedPrint& other, const DProgram& program) {
  if (print.clause == 0 || print.clause != other.clause || print.in_branch || other.in_branch) return false;
  const auto is_kept = [&](const DAggregation* each) {
    const std::vector<const DAction*> actions = program.actions_of(each->name);
    return std::none_of(actions.begin(), actions.end(),
                        [](const DAction* action) { return action->kind == DAction::Kind::trunc; });
  };
  return std::all_of(other.aggregations.begin(), other.aggregations.end(), [&](const DAggregation* source) {
    return std::any_of(print.aggregations.begin(), print.aggregations.end(), [&](const DAggregation* each) {
      return is_kept(each) &&
             std::includes(each->always.begin(), each->always.end(), source->clauses.begin(), source->clauses.end());
    });
  });
}

bool have_same_keys(const ExpectedPrint& a, const ExpectedPrint& b, const DProgram& program) {
  if (a.aggregations.size() != 1 || b.aggregations.size() != 1) return false;
  const DAggregation& one = *a.aggregations.front();
  const DAggregation& two = *b.aggregations.front();
  const bool is_filled_alike =
      one.keys == two.keys && one.clauses == two.clauses && one.always == one.clauses && two.always == two.clauses;
  return is_filled_alike && program.actions_of(one.name).empty() && program.actions_of(two.name).empty();
}

bool is_followed(const std::vector<ExpectedPrint>& prints, const DProgram& program, std::string_view shape,
                 std::string_view next, bool is_table) {
  const auto is_of = [&](const ExpectedPrint& print, std::string_view keys) {
    return print.format == 0 && fits_shape(print, keys, is_table);
  };
  bool is_found = false;
  for (std::size_t i = 0; i < prints.size(); ++i) {
    if (!is_of(prints[i], shape)) continue;
    const bool is_twice =
        i + 2 < prints.size() && prints[i].clause == prints[i + 2].clause && is_of(prints[i + 2], next);
    if (i + 1 == prints.size() || is_twice || !is_of(prints[i + 1], next)) return false;
    if (!is_filled_along(prints[i + 1], prints[i], program)) return false;
    is_found = true;
  }
  return is_found;
}

}  // namespace profconv::dtrace
