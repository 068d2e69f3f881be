// SPDX-License-Identifier: Apache-2.0
// The labels of a distribution's buckets, as the arguments of lquantize() and llquantize() decide them:
//
//   @a = lquantize(arg0, 0, 100, 10);        < 0, 0, 10, 20 ... 90, >= 100
//   @b = llquantize(arg0, 10, 0, 2, 10);     0, 1, 2 ... 9, 10, 20 ... 90, 100, 200 ... 900, >= 1000
#pragma once

#include <span>

#include "readers/dtrace/program/d_program.h"
#include "readers/dtrace/text/table.h"

namespace profconv::dtrace {

/// Whether a table can be one that the aggregation prints. Arguments that are not integers could be any.
[[nodiscard]] bool can_print(const DAggregation& aggregation, std::span<const TableRow> rows);

}  // namespace profconv::dtrace
