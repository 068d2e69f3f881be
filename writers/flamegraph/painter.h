// SPDX-License-Identifier: Apache-2.0
// The colors of frames.
#pragma once

#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

#include "writers/flamegraph/flame_tree.h"
#include "writers/flamegraph/hues.h"
#include "writers/flamegraph/layout.h"
#include "writers/flamegraph/palette_map.h"
#include "writers/flamegraph/settings.h"

namespace profconv::flamegraph {

/// Colors boxes, parents before their children.
class Painter {
 public:
  Painter(const FlameTree& tree, const Names& names, const Layout& layout, const Settings& settings,
          PaletteMap& palette);

  [[nodiscard]] Rgb color(const Box& box);

 private:
  [[nodiscard]] Picks picks_of(std::string_view name);
  [[nodiscard]] Rgb change_color(const Box& box) const;
  [[nodiscard]] Rgb share_color(const Box& box) const;
  [[nodiscard]] Rgb named_color(const Box& box);

  const FlameTree& tree_;
  const Names& names_;
  const Layout& layout_;
  const Settings& settings_;
  PaletteMap& palette_;
  std::mt19937_64 random_;
  std::vector<bool> wakes_;  ///< by depth: whether the frames of the stack up to there have a "--"
};

}  // namespace profconv::flamegraph
