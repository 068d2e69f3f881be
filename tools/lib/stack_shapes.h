// SPDX-License-Identifier: Apache-2.0
// What can be said of all stacks of a dictionary in one pass, without expanding any: how deep they are, where they
// begin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profconv/dictionary.h"

namespace profconv {

/// The shape of each stack, 12 bytes each: that of its caller, which stands before it, and one frame more. The
/// dictionary must live as long and not grow.
class StackShapes {
 public:
  explicit StackShapes(const Dictionary& dictionary);

  /// How many frames a stack has.
  [[nodiscard]] std::size_t depth(StackId id) const { return shapes_[id.value].depth; }
  /// How many of them were called: a recorder that counts return addresses cannot tell what was inlined.
  [[nodiscard]] std::size_t physical_depth(StackId id) const { return shapes_[id.value].physical_depth; }
  /// The frame `i` calls from the root of a stack that has more frames than that. `i` is 0 or 1.
  [[nodiscard]] FrameId from_root(StackId id, std::size_t i) const;
  /// The frame `i` calls from the leaf of a stack that has more frames than that. `i` is 0 or 1.
  [[nodiscard]] FrameId from_leaf(StackId id, std::size_t i) const;

 private:
  struct Shape {
    std::uint32_t depth = 0;
    std::uint32_t physical_depth = 0;
    StackId second;  ///< its first two frames; of a stack of one, that one
  };

  const Dictionary& dictionary_;
  std::vector<Shape> shapes_;
};

}  // namespace profconv
