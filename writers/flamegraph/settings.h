// SPDX-License-Identifier: Apache-2.0
// What a flame graph is asked to look like: the options of its card, read and checked.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/options.h"

namespace profconv::flamegraph {

/// A color as SVG has it: #rrggbb.
struct Rgb {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;

  bool operator==(const Rgb&) const = default;
};

/// Which values the widths of a comparison stand for.
enum class Widths : std::uint8_t { both, fresh, base };

/// The order of the frames that one frame calls.
enum class Sorting : std::uint8_t { name, input, total };

/// Where the color of a frame comes from.
enum class Coloring : std::uint8_t { name, hash, even, random, diffusion };

/// The narrowest frame that is drawn.
struct LeastWidth {
  std::int64_t millionths = 0;
  bool is_percent = false;  ///< of the whole; else pixels
};

/// Where labels show the modules of names.
enum class LabelModules : std::uint8_t { where_they_fit, always, never };

/// Two colors that the page runs between, from top to bottom.
struct Background {
  Rgb top;
  Rgb bottom;
  bool is_chosen = false;  ///< by the user, for light and dark alike

  [[nodiscard]] bool is_plain() const { return top == bottom; }
};

struct Settings {
  std::string title;   ///< empty: made of the source and the total
  std::string source;  ///< what the input is called
  std::string subtitle;
  std::string notes;
  std::optional<std::int64_t> width;  ///< in pixels; none: as wide as there is room
  std::int64_t frame_height = 0;
  std::int64_t font_size = 0;
  std::string font;
  std::int64_t font_width = 0;  ///< of a character, in millionths of the font's size
  LeastWidth least_width;
  std::string count_name;  ///< empty: as the value type is called
  std::string name_type;
  std::string palette;
  std::string palette_file;
  Coloring coloring = Coloring::name;
  std::uint64_t seed = 0;
  Background page;
  std::string search;
  std::optional<Rgb> search_color;
  std::optional<Rgb> ui_color;
  std::optional<Rgb> stroke_color;
  bool cuts_left = false;
  LabelModules label_modules = LabelModules::where_they_fit;
  bool reverse = false;
  bool inverted = false;
  bool flamechart = false;
  bool negate = false;
  bool interactive = true;
  bool threads = false;
  std::string attribute_file;
  std::int64_t factor = 0;  ///< in millionths
  std::int64_t total = 0;   ///< in millionths; 0: what the samples come to
  Widths widths = Widths::both;
  Sorting sorting = Sorting::name;
  std::set<std::string, std::less<>> bases;

  /// Whether the picture has a look of its own for light and for dark, not that of flamegraph.pl.
  [[nodiscard]] bool is_themed() const { return palette == own_palette; }
  /// The width that pixels are reckoned with.
  [[nodiscard]] std::int64_t reckoned_width() const { return width.value_or(1200); }
  /// What of it frames take.
  [[nodiscard]] std::int64_t frames_width() const { return reckoned_width() - 2 * side_margin; }

  static constexpr std::int64_t side_margin = 10;
  static constexpr std::string_view own_palette = "auto";
};

/// Throws UsageError for values that make no sense, alone or together.
[[nodiscard]] Settings settings_of(const Options& chosen);

}  // namespace profconv::flamegraph
