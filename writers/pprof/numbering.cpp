// SPDX-License-Identifier: Apache-2.0
// Numbering by class.
#include "writers/pprof/numbering.h"

#include <algorithm>

namespace profconv::pprof {

Numbering::Numbering(std::span<const std::uint8_t> classes) : ids_(classes.size()) {
  for (std::uint32_t i = 0; i < classes.size(); ++i) {
    if (classes[i] != unused) items_.push_back(i);
  }
  std::stable_sort(items_.begin(), items_.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return classes[a] < classes[b]; });
  for (std::uint32_t i = 0; i < items_.size(); ++i) {
    const std::uint32_t id = i + 1;
    const std::uint8_t of = classes[items_[i]];
    ids_[items_[i]] = id;
    if (ranges_.empty() || ranges_.back().of != of) ranges_.push_back({.of = of, .first = id, .last = id});
    ranges_.back().last = id;
  }
}

}  // namespace profconv::pprof
