// SPDX-License-Identifier: Apache-2.0
// How many frames stacks have, for who asks of many: each has one more than its caller, which stands before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "profconv/dictionary.h"

namespace profconv {

/// The depths of all stacks of a table, 4 bytes each. Whoever asks for one stack's has Dictionary::depth().
class StackDepths {
 public:
  StackDepths() = default;
  explicit StackDepths(const Dictionary& dictionary) { take(dictionary.stacks()); }

  /// Takes in the stacks that the same table, as a whole, has got since it was taken last.
  void take(std::span<const StackNode> stacks) {
    for (std::size_t i = depths_.size(); i < stacks.size(); ++i) {
      depths_.push_back(depths_[stacks[i].parent.value] + 1);
    }
  }

  /// Of a stack that was taken in.
  [[nodiscard]] std::size_t operator[](StackId id) const { return depths_[id.value]; }

 private:
  std::vector<std::uint32_t> depths_ = std::vector<std::uint32_t>(1);
};

}  // namespace profconv
