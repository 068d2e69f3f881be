// SPDX-License-Identifier: Apache-2.0
// The stacks among the keys of a D program's aggregations.
//
//   @[ustack(), stack()] = count();
#pragma once

#include <cstdint>

#include "readers/dtrace/program/d_program.h"

namespace profconv::dtrace {

[[nodiscard]] bool has_stack_key(const DAggregation& aggregation);

/// Whether records may have the same keys when printed: stacks of several processes that look alike, and no key says
/// which.
[[nodiscard]] bool may_look_alike(const DAggregation& aggregation);

/// Which of the two stacks of a record are the kernel's.
enum class StackOrder : std::uint8_t {
  unknown,  ///< no aggregation has two, or they differ
  user_first,
  kernel_first,
  all_user  ///< neither
};

/// As all aggregations that have one of each have them.
[[nodiscard]] StackOrder order_of_stacks(const DProgram& program);

}  // namespace profconv::dtrace
