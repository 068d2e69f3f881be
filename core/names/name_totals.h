// SPDX-License-Identifier: Apache-2.0
// Values of a NameTree added up: by node with all below it, and by name.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/names/name_tree.h"
#include "profconv/context.h"

namespace profconv {

/// Adds to a function's value. Throws OverflowError.
void add_value(std::int64_t& into, std::int64_t value);

/// Turns the values of nodes into sums of each node and all nodes below it. Returns 0, or the first node whose sum
/// overflows a 64-bit integer when it is added to its parent's.
[[nodiscard]] NameTree::Node add_up(const NameTree& tree, std::span<std::int64_t> values);

/// The total of each name: of the nodes that have it, and all nodes below them, each counted once however deep a
/// function recurses. `self` has the value of each node. Takes time for the nodes, whatever their depth. Throws
/// OverflowError, and Cancelled if there is a context.
[[nodiscard]] std::vector<std::int64_t> totals_by_name(const NameTree& tree, std::span<const std::int64_t> self,
                                                       const Context* context = nullptr);

}  // namespace profconv
