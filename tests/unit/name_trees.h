// SPDX-License-Identifier: Apache-2.0
// Dictionaries with their names numbered, and random ones: what the tests of trees of names are made from.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "core/names/name_tree.h"
#include "unit/timeline_drawing.h"

namespace profconv::test {

/// What a Maker has made, and its names.
struct Named {
  explicit Named(Maker& maker)
      : set(maker.finish()), frame_names(set.dictionary(), false), names(set.dictionary(), frame_names) {}

  [[nodiscard]] const Dictionary& dictionary() const { return set.dictionary(); }
  /// The names of a stack, "main;read".
  [[nodiscard]] std::string text(StackId stack) const;
  /// What a tree without siblings of one name begins with.
  [[nodiscard]] NameTree::Start merging() const {
    return names.are_distinct() ? NameTree::Start::stacks : NameTree::Start::root;
  }

  ProfileSet set;
  FrameNames frame_names;
  NameTable names;
};

/// The names of a node's stack.
[[nodiscard]] std::string text_of(const NameTree& tree, NameTree::Node node);

/// Stacks of up to 30 frames of four names, each at so many lines, that share what they begin with or not.
void add_random_stacks(Maker& maker, std::mt19937& random, unsigned lines);

}  // namespace profconv::test
