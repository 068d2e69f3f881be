// SPDX-License-Identifier: Apache-2.0
// Which stacks were seen: a bit for each of a dictionary, so that who asks for one that is new need not search.
#pragma once

#include <cstddef>
#include <vector>

#include "profconv/ids.h"

namespace profconv {

/// A set of the stacks of one dictionary, which may still grow.
class StackSet {
 public:
  /// Whether the stack was not there yet.
  bool insert(StackId stack) {
    if (stack.value >= has_.size()) has_.resize(2 * (std::size_t{stack.value} + 1));
    const bool is_new = !has_[stack.value];
    has_[stack.value] = true;
    return is_new;
  }

 private:
  std::vector<bool> has_;
};

}  // namespace profconv
