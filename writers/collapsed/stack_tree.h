// SPDX-License-Identifier: Apache-2.0
// The lines of a profile in the order of their bytes, without a text for each.
//
// The order comes from walking the prefix tree. At every node two kinds of things compete: "a", the line that ends
// here, and "a;", all lines that go on. Sorted as these texts among their siblings they give the order of whole lines,
// also where a sibling is called "a b" and belongs between the two. Stacks whose frames are called the same meet on the
// way.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "writers/collapsed/line_names.h"
#include "writers/collapsed/lines.h"

namespace profconv::collapsed {

/// A prefix tree of named frames with a value at those nodes where a sample ends.
class StackTree {
 public:
  using Node = std::uint32_t;
  using Name = LineNames::Name;

  StackTree() : parents_(1), names_(1), values_(1) {}

  /// Parents come before their children; 0 is the root.
  Node add(Node parent, Name name);
  [[nodiscard]] LineValue& value(Node node) { return values_[node]; }
  /// The line of a node, for messages.
  [[nodiscard]] std::string text(Node node, const LineNames& names) const;

  /// Writes every line once, sorted by the bytes of its stack.
  void write(const LineNames& names, const ValueType& type, Lines& lines) const;

 private:
  friend class Walk;

  std::vector<Node> parents_;
  std::vector<Name> names_;
  std::vector<LineValue> values_;
};

}  // namespace profconv::collapsed
