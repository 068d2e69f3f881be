// SPDX-License-Identifier: Apache-2.0
// Putting the rules together: later ones override earlier ones.
#include "writers/flamegraph/style.h"

#include <span>

#include "flamegraph_assets.h"
#include "writers/flamegraph/themes.h"

namespace profconv::flamegraph {

namespace {

std::span<const Shade> shades_of(const Settings& settings, bool is_comparison) {
  return is_comparison || settings.coloring == Coloring::diffusion ? change_shades() : named_shades();
}

/// The fills of the legend, which lies outside of the frames.
std::string legend_rules(std::span<const Shade> shades, bool dark) {
  std::string rules;
  for (const Shade& shade : shades) {
    if (shade.name != "s" && shade.name != "r7" && shade.name != "b7") continue;
    rules.append("#legend .").append(shade.name).append("{fill:").append(hex(dark ? shade.dark : shade.light));
    rules += "}\n";
  }
  return rules;
}

/// What changes in the dark.
std::string dark_rules(const Settings& settings, std::span<const Shade> shades) {
  std::string rules(dark_sheet);
  if (settings.is_themed()) {
    rules += "#frames rect[class]:not(.w)~text{fill:#fff}\n" + fill_rules(shades, true) + legend_rules(shades, true);
  }
  return rules;
}

std::string chosen_colors(const Settings& settings) {
  std::string rules;
  if (settings.search_color) {
    const std::string ink = wants_white(*settings.search_color) ? "#fff" : "#000";
    rules += "#flamegraph{--search-color:" + hex(*settings.search_color) + ";--search-ink:" + ink + "}\n";
  }
  if (settings.ui_color) {
    const std::string color = hex(*settings.ui_color);
    rules += "#flamegraph{--ui-color:" + color + "}\n#flamegraph>text,#legend text{fill:" + color + "}\n";
  }
  if (settings.stroke_color) rules += "#frames rect{stroke:" + hex(*settings.stroke_color) + "}\n";
  return rules;
}

}  // namespace

std::string style_of(const Settings& settings, bool is_comparison) {
  const std::span<const Shade> shades = shades_of(settings, is_comparison);
  std::string rules(style_sheet);
  if (settings.is_themed()) rules += fill_rules(shades, false) + legend_rules(shades, false);
  if (!settings.page.is_chosen) {
    rules += "@media (prefers-color-scheme:dark){\n" + dark_rules(settings, shades) + "}\n";
  } else if (wants_white(settings.page.top)) {
    rules += dark_rules(settings, shades) + "#flamegraph{--ink:#fff;--faint:#fff}\n";
  } else {
    rules += "#flamegraph{--ink:#000;--faint:#000}\n";
  }
  return rules + chosen_colors(settings);
}

}  // namespace profconv::flamegraph
