// SPDX-License-Identifier: Apache-2.0
// The pass over the stack table: parents precede children.
#include "stack_shapes.h"

namespace profconv {

StackShapes::StackShapes(const Dictionary& dictionary) : dictionary_(dictionary) {
  const auto stacks = dictionary.stacks();
  shapes_.reserve(stacks.size());
  shapes_.emplace_back();
  for (std::uint32_t i = 1; i < stacks.size(); ++i) {
    Shape shape = shapes_[stacks[i].parent.value];
    ++shape.depth;
    shape.physical_depth += dictionary.frame(stacks[i].frame).inlined ? 0 : 1;
    if (shape.depth <= 2) shape.second = StackId{i};
    shapes_.push_back(shape);
  }
}

FrameId StackShapes::from_root(StackId id, std::size_t i) const {
  const Shape& shape = shapes_[id.value];
  const StackNode& second = dictionary_.stack(shape.second);
  return i == 1 || shape.depth == 1 ? second.frame : dictionary_.stack(second.parent).frame;
}

FrameId StackShapes::from_leaf(StackId id, std::size_t i) const {
  const StackNode& leaf = dictionary_.stack(id);
  return i == 0 ? leaf.frame : dictionary_.stack(leaf.parent).frame;
}

}  // namespace profconv
