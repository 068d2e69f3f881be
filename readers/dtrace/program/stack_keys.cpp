// SPDX-License-Identifier: Apache-2.0
// Looking through keys.
#include "readers/dtrace/program/stack_keys.h"

#include <algorithm>
#include <string>
#include <vector>

#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/program/key_types.h"

namespace profconv::dtrace {

bool has_stack_key(const DAggregation& aggregation) {
  return std::any_of(aggregation.keys.begin(), aggregation.keys.end(),
                     [](const std::string& key) { return letter_of_key(key) == stack_letter; });
}

bool may_look_alike(const DAggregation& aggregation) {
  const std::vector<std::string>& keys = aggregation.keys;
  const bool has_user_stack = std::any_of(keys.begin(), keys.end(), [](const std::string& key) {
    return letter_of_key(key) == stack_letter && !key.starts_with("stack");
  });
  return has_user_stack && std::none_of(keys.begin(), keys.end(), [](const std::string& key) {
           return key == "pid" || key == "tid" || key.ends_with("pr_pid");
         });
}

StackOrder order_of_stacks(const DProgram& program) {
  StackOrder order = StackOrder::unknown;
  for (const DAggregation& each : program.aggregations) {
    std::vector<bool> are_user;
    for (const std::string& key : each.keys) {
      if (letter_of_key(key) == stack_letter) are_user.push_back(!key.starts_with("stack"));
    }
    if (are_user.size() != 2) continue;
    if (are_user[0] == are_user[1]) {
      if (order == StackOrder::unknown && are_user[0]) order = StackOrder::all_user;
      continue;
    }
    const StackOrder found = are_user[0] ? StackOrder::user_first : StackOrder::kernel_first;
    if (order != StackOrder::unknown && order != StackOrder::all_user && order != found) return StackOrder::unknown;
    order = found;
  }
  return order;
}

}  // namespace profconv::dtrace
