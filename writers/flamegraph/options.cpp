// SPDX-License-Identifier: Apache-2.0
// The options of a flame graph, under the names that people know from flamegraph.pl.
#include <array>

#include "core/names/frame_names.h"
#include "writers/flamegraph/settings.h"

namespace profconv::flamegraph {

namespace {

constexpr std::array<std::string_view, 17> palettes{"hot",  "mem",  "io",     "wakeup", "chain", "java",
                                                    "js",   "perl", "python", "rust",   "red",   "green",
                                                    "blue", "aqua", "yellow", "purple", "orange"};
constexpr std::array<std::string_view, 2> sides{"right", "left"};
constexpr std::array<std::string_view, 2> labels{"names", "functions"};
constexpr std::array<std::string_view, 3> widths{"both", "new", "base"};
constexpr std::array<std::string_view, 3> sortings{"name", "input", "total"};

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

}  // namespace

constexpr std::array<Option, 38> options{{
    text("title", "", "heading; else Flame Graph, Icicle Graph or Flame Chart"),
    text("subtitle", "", "a second line below the heading"),
    text("notes", "", "a description in the file that is not shown"),
    text("width", "fluid", "of the picture in pixels; fluid: as wide as there is room"),
    number(OptionType::integer, "height", "16", 4, 1000, "of a frame, in pixels"),
    number(OptionType::integer, "fontsize", "12", 4, 200, "in pixels"),
    text("fonttype", "monospace", "the font, as CSS names it"),
    number(OptionType::decimal, "fontwidth", "0.61", 0, 10, "of a character, as a part of the font's size"),
    text("minwidth", "0.01%", "of frames that are drawn: a share of the whole, or pixels"),
    text("countname", "", "what the numbers count; else what the value type says"),
    text("nametype", "Function:", "what stands before a frame's name in the details"),
    choice("colors", palettes, "palette of the frames"),
    text("bgcolors", "auto", "of the page: yellow, blue, green, grey or #rrggbb; auto: beside the palette"),
    yes_or_no("hash", "no", "colors from the first letters of names: like names, like colors"),
    yes_or_no("deterministic", "no", "colors from whole names, spread evenly over the palette"),
    yes_or_no("random", "no", "colors by chance, frame by frame"),
    number(OptionType::integer, "seed", "0", 0, INT64_MAX, "of the chance: equal seeds give equal pictures"),
    yes_or_no("colordiffusion", "no", "the wider a frame, the redder"),
    written("palette", "a file of colors by name, which is read first and has the new names added"),
    text("search", "", "what the picture searches for when it is opened"),
    text("searchcolor", "auto", "of frames that are found: #rrggbb"),
    text("uicolor", "auto", "of the texts beside the frames: #rrggbb"),
    text("strokecolor", "none", "of a line around each frame: #rrggbb"),
    choice("labels", labels, "what frames show; functions: names without modules, which the hover line keeps"),
    choice("truncate", sides, "the side on which names that do not fit are cut"),
    yes_or_no("reverse", "no", "merge stacks from the leaf: who calls what costs most"),
    yes_or_no("inverted", "no", "the root on top: an icicle graph"),
    yes_or_no("flamechart", "no", "samples as the input has them, from left to right, merged with neighbours only"),
    yes_or_no("negate", "no", "in a comparison: what grew is what shrank"),
    choice("widths", widths, "of a comparison: the larger of both values, the new ones or those of the base"),
    text("nameattr", "", "a file of links, classes and titles by name"),
    number(OptionType::decimal, "factor", "1", 0, 1'000'000'000,
           "that numbers are multiplied with where they are shown"),
    number(OptionType::decimal, "total", "0", 0, 1'000'000'000'000, "that the full width stands for; 0: all samples"),
    text("base", "", "names, with commas: stacks begin at the one that is nearest to their leaf"),
    choice("sort", sortings, "the order of siblings: by name, as the input has them, or the widest first"),
    yes_or_no("interactive", "yes", "zoom and search; no: a picture without a script"),
    modules_option,
    yes_or_no("threads", "no", "put the process and the thread in front of each stack, as frames"),
}};

}  // namespace profconv::flamegraph
