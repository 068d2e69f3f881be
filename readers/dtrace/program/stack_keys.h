// SPDX-License-Identifier: Apache-2.0
// The stacks among the keys of a D program's aggregations.
//
//   @[ustack(), stack()] = count();
#pragma once

#include <optional>

#include "readers/dtrace/program/d_program.h"

namespace profconv::dtrace {

[[nodiscard]] bool has_stack_key(const DAggregation& aggregation);

/// Whether records may have the same keys when printed: stacks of several processes that look alike, and no key says
/// which.
[[nodiscard]] bool may_look_alike(const DAggregation& aggregation);

/// Whether user stacks come before kernel stacks in all aggregations that have one of each; absent: none has, or they
/// differ.
[[nodiscard]] std::optional<bool> user_stacks_first(const DProgram& program);

}  // namespace profconv::dtrace
