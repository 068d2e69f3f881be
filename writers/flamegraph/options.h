// SPDX-License-Identifier: Apache-2.0
// The options of a flame graph, under the names that people know from flamegraph.pl.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/names/frame_names.h"
#include "profconv/options.h"

namespace profconv::flamegraph {

namespace declare {

inline constexpr std::array<std::string_view, 18> palettes{"auto",  "hot",  "mem",  "io",     "wakeup", "chain",
                                                           "java",  "js",   "perl", "python", "rust",   "red",
                                                           "green", "blue", "aqua", "yellow", "purple", "orange"};
inline constexpr std::array<std::string_view, 2> sides{"right", "left"};
inline constexpr std::array<std::string_view, 3> label_modules{"auto", "always", "never"};
inline constexpr std::array<std::string_view, 3> widths{"both", "new", "base"};
inline constexpr std::array<std::string_view, 3> sortings{"name", "input", "total"};

constexpr Option text(std::string_view name, std::string_view fallback, std::string_view summary) {
  return {.name = name, .type = OptionType::text, .fallback = fallback, .summary = summary};
}

/// A file that is written beside the picture.
constexpr Option written(std::string_view name, std::string_view summary) {
  return {.name = name, .type = OptionType::text, .summary = summary, .names_output = true};
}

constexpr Option yes_or_no(std::string_view name, std::string_view fallback, std::string_view summary) {
  return {.name = name, .type = OptionType::boolean, .fallback = fallback, .summary = summary};
}

constexpr Option choice(std::string_view name, std::span<const std::string_view> choices, std::string_view summary) {
  return {
      .name = name, .type = OptionType::choice, .fallback = choices.front(), .summary = summary, .choices = choices};
}

constexpr Option number(OptionType type, std::string_view name, std::string_view fallback, std::int64_t min,
                        std::int64_t max, std::string_view summary) {
  return {.name = name, .type = type, .fallback = fallback, .summary = summary, .min = min, .max = max};
}

}  // namespace declare

inline constexpr Option title_option =
    declare::text("title", "", "the heading; default: the input, the value type and the total");
inline constexpr Option source_option{.name = "source",
                                      .type = OptionType::text,
                                      .summary = "name of the input in the heading; default: its file name",
                                      .names_input = true};
inline constexpr Option subtitle_option = declare::text("subtitle", "", "a second line below the heading");
inline constexpr Option notes_option = declare::text("notes", "", "a description in the file that is not shown");
inline constexpr Option width_option =
    declare::text("width", "fluid", "picture width in pixels; fluid: fills the window");
inline constexpr Option height_option =
    declare::number(OptionType::integer, "height", "16", 4, 1000, "height of a frame in pixels");
inline constexpr Option fontsize_option = declare::number(OptionType::integer, "fontsize", "12", 4, 200, "in pixels");
inline constexpr Option fonttype_option = declare::text("fonttype", "monospace", "the font, as CSS names it");
inline constexpr Option fontwidth_option = declare::number(OptionType::decimal, "fontwidth", "0.61", 0, 10,
                                                           "average width of a character, relative to the font size");
inline constexpr Option minwidth_option =
    declare::text("minwidth", "0.01%", "width of the narrowest frame to draw: a share of the whole, or pixels");
inline constexpr Option countname_option =
    declare::text("countname", "", "unit shown after values; default: from the value type");
inline constexpr Option nametype_option =
    declare::text("nametype", "Function:", "text before a frame's name in the details");
inline constexpr Option colors_option =
    declare::choice("colors", declare::palettes,
                    "palette; auto: a hue per module or package, light and dark; others: as flamegraph.pl");
inline constexpr Option bgcolors_option = declare::text(
    "bgcolors", "auto", "page color: yellow, blue, green, grey or #rrggbb; auto: suits the palette and the theme");
inline constexpr Option hash_option =
    declare::yes_or_no("hash", "no", "colors from the first letters of names: similar names get similar colors");
inline constexpr Option deterministic_option =
    declare::yes_or_no("deterministic", "no", "colors from whole names, spread evenly over the palette");
inline constexpr Option random_option = declare::yes_or_no("random", "no", "random color per frame");
inline constexpr Option seed_option = declare::number(OptionType::integer, "seed", "0", 0, INT64_MAX,
                                                      "seed of random=yes: equal seeds give equal pictures");
inline constexpr Option colordiffusion_option =
    declare::yes_or_no("colordiffusion", "no", "the wider a frame, the redder");
inline constexpr Option palette_option =
    declare::written("palette", "file of colors by name: read first, then extended with new names");
inline constexpr Option search_option =
    declare::text("search", "", "expression that is searched for when the picture opens");
inline constexpr Option searchcolor_option = declare::text("searchcolor", "auto", "color of search matches: #rrggbb");
inline constexpr Option uicolor_option = declare::text("uicolor", "auto", "color of headings and controls: #rrggbb");
inline constexpr Option strokecolor_option =
    declare::text("strokecolor", "none", "color of a line around each frame: #rrggbb");
inline constexpr Option labelmodules_option =
    declare::choice("labelmodules", declare::label_modules,
                    "show module` in labels; auto: where the whole name fits; the hover line always shows it");
inline constexpr Option truncate_option =
    declare::choice("truncate", declare::sides, "side on which long names are cut");
inline constexpr Option reverse_option =
    declare::yes_or_no("reverse", "no", "merge stacks from the leaf: who calls what costs most");
inline constexpr Option inverted_option = declare::yes_or_no("inverted", "no", "the root on top: an icicle graph");
inline constexpr Option flamechart_option =
    declare::yes_or_no("flamechart", "no", "samples in the order of the input; only adjacent equal stacks merge");
inline constexpr Option negate_option = declare::yes_or_no("negate", "no", "swap red and blue in a comparison");
inline constexpr Option widths_option = declare::choice(
    "widths", declare::widths, "widths in a comparison: the larger of both values, the new ones, or those of the base");
inline constexpr Option nameattr_option =
    declare::text("nameattr", "", "file with links, classes and titles per function");
inline constexpr Option factor_option =
    declare::number(OptionType::decimal, "factor", "1", 0, 1'000'000'000, "factor for displayed values");
inline constexpr Option total_option = declare::number(OptionType::decimal, "total", "0", 0, 1'000'000'000'000,
                                                       "value that the full width represents; 0: the sum");
inline constexpr Option base_option =
    declare::text("base", "", "functions (comma-separated): start stacks at the innermost of them");
inline constexpr Option sort_option = declare::choice(
    "sort", declare::sortings, "the order of siblings: by name, as the input has them, or the widest first");
inline constexpr Option interactive_option =
    declare::yes_or_no("interactive", "yes", "zoom and search; no: a picture without a script");
inline constexpr Option threads_option =
    declare::yes_or_no("threads", "no", "add the process and the thread as frames below each stack");

/// Of the card.
inline constexpr std::array options{
    title_option,         source_option,      subtitle_option, notes_option,          width_option,
    height_option,        fontsize_option,    fonttype_option, fontwidth_option,      minwidth_option,
    countname_option,     nametype_option,    colors_option,   bgcolors_option,       hash_option,
    deterministic_option, random_option,      seed_option,     colordiffusion_option, palette_option,
    search_option,        searchcolor_option, uicolor_option,  strokecolor_option,    labelmodules_option,
    truncate_option,      reverse_option,     inverted_option, flamechart_option,     negate_option,
    widths_option,        nameattr_option,    factor_option,   total_option,          base_option,
    sort_option,          interactive_option, modules_option,  threads_option};

}  // namespace profconv::flamegraph
