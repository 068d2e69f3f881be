// SPDX-License-Identifier: Apache-2.0
// Where frames lie: every width is an integer of the profile's values, and siblings fill their parent from the left.
#pragma once

#include <cstdint>
#include <vector>

#include "profconv/comparison.h"
#include "writers/flamegraph/flame_tree.h"
#include "writers/flamegraph/settings.h"

namespace profconv::flamegraph {

/// A frame of the picture.
struct Box {
  FlameTree::Node node = 0;
  std::uint32_t depth = 0;  ///< of the root: 0
  std::int64_t x = 0;
  std::int64_t width = 0;
  std::int64_t pruned = 0;  ///< in callees that are too narrow to draw
  Change all;               ///< with all that it calls
  Change self;              ///< of its own
};

/// The picture. Parents come before their children, siblings from left to right.
struct Layout {
  std::vector<Box> boxes;
  std::int64_t whole = 0;  ///< that the full width stands for; 0: there is nothing to draw
  std::uint32_t deepest = 0;
  std::uint64_t pruned = 0;              ///< frames that are too narrow to draw
  std::int64_t pruned_value = 0;         ///< what they hold
  std::int64_t largest_self_change = 0;  ///< of all frames, drawn or not
  bool total_is_too_small = false;       ///< Settings::total, which therefore was not followed
};

/// Throws WriteError where the widths leave 64 bits.
[[nodiscard]] Layout lay_out(const FlameTree& tree, const Names& names, const ValueType& type,
                             const Settings& settings);

}  // namespace profconv::flamegraph
