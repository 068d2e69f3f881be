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
#include "writers/flamegraph/themes.h"

namespace profconv::flamegraph {

/// The fill of a frame: a class of the style sheet, which has a color for either scheme, or one color for both.
struct Paint {
  std::string_view shade;  ///< empty: the color
  Rgb color;

  Paint(const Shade& themed) : shade(themed.name), color(themed.light) {}  // NOLINT(*-explicit-*)
  Paint(const Rgb& fixed) : color(fixed) {}                                // NOLINT(*-explicit-*)
};

/// Colors boxes, parents before their children.
class Painter {
 public:
  Painter(const FlameTree& tree, const Names& names, const Layout& layout, const Settings& settings,
          PaletteMap& palette);

  [[nodiscard]] Paint color(const Box& box);
  /// The strongest red for 1, the strongest blue for -1, what has not changed for 0.
  [[nodiscard]] Paint full_change(std::int64_t delta) const;

 private:
  [[nodiscard]] Picks picks_of(std::string_view name);
  [[nodiscard]] Paint themed_color(const Named& frame);
  [[nodiscard]] Paint change_color(const Box& box) const;
  [[nodiscard]] Paint share_color(const Box& box) const;
  [[nodiscard]] Paint named_color(const Box& box);

  const FlameTree& tree_;
  const Names& names_;
  const Layout& layout_;
  const Settings& settings_;
  PaletteMap& palette_;
  std::mt19937_64 random_;
  std::vector<bool> wakes_;  ///< by depth: whether the frames of the stack up to there have a "--"
};

}  // namespace profconv::flamegraph
