// SPDX-License-Identifier: Apache-2.0
// Splitting a print by what the D program says of its aggregations: those that the same clauses always fill have the
// same keys, and so as many records. Stacks of several threads look alike, so that keys repeat within each:
//
//   read:return { @bytes[ustack()] = sum(arg1); @calls[ustack()] = count(); }
//   write:return { @wbytes[ustack()] = sum(arg1); }
//
//   with two threads, each in one place: 2203714 4072772, then 2472 4568, then 1147021 2119820
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "readers/dtrace/aggregations/run_split.h"

namespace profconv::dtrace {

/// Splits a print in the order of rising values into as many runs as `groups` has numbers: runs of one number have the
/// same keys. As split_runs(); there are no starts unless one way is likelier than all others.
[[nodiscard]] RunSplit split_by_groups(std::size_t before, std::span<const RunEntry> entries,
                                       const std::vector<std::size_t>& groups);

}  // namespace profconv::dtrace
