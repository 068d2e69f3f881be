// SPDX-License-Identifier: Apache-2.0
// The values of a tree's nodes, of which few have one: a sample ends in about one node of three.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/names/name_tree.h"
#include "core/tables/id_table.h"
#include "writers/collapsed/lines.h"

namespace profconv::collapsed {

/// Values by node.
class LineValues {
 public:
  using Node = NameTree::Node;

  /// For a tree of this many nodes, which may grow; at most so many of them are expected to get a value.
  LineValues(std::size_t nodes, std::size_t values) : has_value_(nodes) { values_.reserve(values + 1); }

  [[nodiscard]] bool has(Node node) const { return node < has_value_.size() && has_value_[node]; }
  /// The value of a node that has one.
  [[nodiscard]] const LineValue& operator[](Node node) const {
    return values_[places_.find(mix(0, node), [&](Place place) { return values_[place].node == node; })].value;
  }
  /// The value of a node, which it has from now on.
  [[nodiscard]] LineValue& make(Node node) {
    if (node >= has_value_.size()) has_value_.resize(node + std::size_t{1});
    has_value_[node] = true;
    const Place at = places_.find_or_make(
        mix(0, node), [&](Place place) { return values_[place].node == node; },
        [&] {
          values_.push_back({.node = node, .value = {}});
          return static_cast<Place>(values_.size() - 1);
        });
    return values_[at].value;
  }

 private:
  struct Valued {
    Node node = 0;
    LineValue value;
  };
  using Place = std::uint32_t;

  std::vector<bool> has_value_;  ///< by node
  std::vector<Valued> values_ = std::vector<Valued>(1);
  IdTable places_;  ///< of values
};

}  // namespace profconv::collapsed
