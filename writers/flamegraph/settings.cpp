// SPDX-License-Identifier: Apache-2.0
// Reading and checking options that are more than their types.
#include "writers/flamegraph/settings.h"

#include <algorithm>
#include <array>

#include "core/text/integers.h"
#include "profconv/errors.h"
#include "writers/flamegraph/options.h"

namespace profconv::flamegraph {

namespace {

[[noreturn]] void refuse(const Option& option, std::string_view value, std::string_view expected) {
  throw UsageError("option " + std::string(option.name) + ": '" + one_line(value) + "' is not " +
                   std::string(expected));
}

std::optional<Rgb> color_of(const Options& chosen, const Option& option, std::string_view none) {
  const std::string_view text = chosen.text(option);
  if (text == none) return std::nullopt;
  const bool has_form = text.size() == 7 && text.front() == '#';
  const auto value = has_form ? parse_integer<std::uint32_t>(text.substr(1), 16) : std::nullopt;
  if (!value) refuse(option, text, std::string(none) + " or a color such as #e600e6");
  return Rgb{static_cast<std::uint8_t>(*value >> 16U), static_cast<std::uint8_t>(*value >> 8U & 0xFFU),
             static_cast<std::uint8_t>(*value & 0xFFU)};
}

std::optional<std::int64_t> width_of(const Options& chosen) {
  constexpr std::int64_t least = 200;
  constexpr std::int64_t most = 100'000;
  const std::string_view text = chosen.text(width_option);
  if (text == "fluid") return std::nullopt;
  const auto width = parse_integer<std::int64_t>(text);
  if (!width || *width < least || *width > most) refuse(width_option, text, "fluid or a number from 200 to 100000");
  return width;
}

LeastWidth least_width_of(const Options& chosen) {
  const std::string_view text = chosen.text(minwidth_option);
  const bool is_percent = text.ends_with('%');
  constexpr std::array<Option, 1> number{{{.name = "number", .type = OptionType::decimal, .min = 0, .max = 100'000}}};
  Options parsed(number);
  try {
    parsed.set(number[0].name, text.substr(0, text.size() - (is_percent ? 1 : 0)));
  } catch (const UsageError&) {
    refuse(minwidth_option, text, "a number of pixels such as 0.1, or a share such as 0.01%");
  }
  return {.millionths = parsed.millionths(number[0]), .is_percent = is_percent};
}

constexpr Background yellow{.top = {0xee, 0xee, 0xee}, .bottom = {0xee, 0xee, 0xb0}};
constexpr Background blue{.top = {0xee, 0xee, 0xee}, .bottom = {0xe0, 0xe0, 0xff}};
constexpr Background green{.top = {0xee, 0xf2, 0xee}, .bottom = {0xe0, 0xff, 0xe0}};
constexpr Background plain{.top = {0xff, 0xff, 0xff}, .bottom = {0xff, 0xff, 0xff}};
constexpr Background grey{.top = {0xf8, 0xf8, 0xf8}, .bottom = {0xe8, 0xe8, 0xe8}};

/// The page that goes with a palette.
Background background_beside(std::string_view palette) {
  constexpr std::array<std::string_view, 3> with_blue{"io", "wakeup", "chain"};
  constexpr std::array<std::string_view, 7> with_grey{"red", "green", "blue", "aqua", "yellow", "purple", "orange"};
  if (palette == Settings::own_palette) return plain;
  if (palette == "mem") return green;
  if (std::find(with_blue.begin(), with_blue.end(), palette) != with_blue.end()) return blue;
  if (std::find(with_grey.begin(), with_grey.end(), palette) != with_grey.end()) return grey;
  return yellow;
}

Background background_of(const Options& chosen) {
  const std::string_view text = chosen.text(bgcolors_option);
  if (text == "auto") return background_beside(chosen.text(colors_option));
  Background page;
  if (text == "yellow") {
    page = yellow;
  } else if (text == "blue") {
    page = blue;
  } else if (text == "green") {
    page = green;
  } else if (text == "grey") {
    page = grey;
  } else {
    const auto flat = color_of(chosen, bgcolors_option, "auto, yellow, blue, green, grey");
    page = {.top = *flat, .bottom = *flat};
  }
  page.is_chosen = true;
  return page;
}

Coloring coloring_of(const Options& chosen) {
  constexpr std::array<std::pair<Option, Coloring>, 4> ways{{{hash_option, Coloring::hash},
                                                             {deterministic_option, Coloring::even},
                                                             {random_option, Coloring::random},
                                                             {colordiffusion_option, Coloring::diffusion}}};
  Coloring way = Coloring::name;
  std::string_view first;
  for (const auto& [option, coloring] : ways) {
    if (!chosen.boolean(option)) continue;
    if (!first.empty()) {
      throw UsageError("options " + std::string(first) + " and " + std::string(option.name) +
                       " both say where colors come from: choose one");
    }
    first = option.name;
    way = coloring;
  }
  return way;
}

Sorting sorting_of(const Options& chosen) {
  const std::string_view text = chosen.text(sort_option);
  if (!chosen.boolean(flamechart_option)) {
    return text == "name" ? Sorting::name : text == "input" ? Sorting::input : Sorting::total;
  }
  if (chosen.is_set(sort_option) && text != "input") {
    throw UsageError("option sort: a flame chart is in the order of the input; leave sort or flamechart out");
  }
  return Sorting::input;
}

Widths widths_of(const Options& chosen) {
  const std::string_view text = chosen.text(widths_option);
  return text == "both" ? Widths::both : text == "new" ? Widths::fresh : Widths::base;
}

std::set<std::string, std::less<>> bases_of(const Options& chosen) {
  std::set<std::string, std::less<>> bases;
  for (const std::string_view base : chosen.list(base_option)) bases.emplace(base);
  // The name of one function may hold commas: std::map<int, int>::find.
  if (bases.size() > 1) bases.emplace(chosen.text(base_option));
  return bases;
}

std::int64_t above_zero(const Options& chosen, const Option& option) {
  const std::int64_t value = chosen.millionths(option);
  if (value == 0) refuse(option, chosen.text(option), "above 0");
  return value;
}

LabelModules label_modules_of(const Options& chosen) {
  const std::string_view text = chosen.text(labelmodules_option);
  return text == "always" ? LabelModules::always : text == "never" ? LabelModules::never : LabelModules::where_they_fit;
}

}  // namespace

Settings settings_of(const Options& chosen) {
  const auto text = [&](const Option& option) { return std::string(chosen.text(option)); };
  return {
      .title = text(title_option),
      .source = text(source_option),
      .subtitle = text(subtitle_option),
      .notes = text(notes_option),
      .width = width_of(chosen),
      .frame_height = chosen.integer(height_option),
      .font_size = chosen.integer(fontsize_option),
      .font = text(fonttype_option),
      .font_width = above_zero(chosen, fontwidth_option),
      .least_width = least_width_of(chosen),
      .count_name = text(countname_option),
      .name_type = text(nametype_option),
      .palette = text(colors_option),
      .palette_file = text(palette_option),
      .coloring = coloring_of(chosen),
      .seed = static_cast<std::uint64_t>(chosen.integer(seed_option)),
      .page = background_of(chosen),
      .search = text(search_option),
      .search_color = color_of(chosen, searchcolor_option, "auto"),
      .ui_color = color_of(chosen, uicolor_option, "auto"),
      .stroke_color = color_of(chosen, strokecolor_option, "none"),
      .cuts_left = chosen.text(truncate_option) == "left",
      .label_modules = label_modules_of(chosen),
      .reverse = chosen.boolean(reverse_option),
      .inverted = chosen.boolean(inverted_option),
      .flamechart = chosen.boolean(flamechart_option),
      .negate = chosen.boolean(negate_option),
      .interactive = chosen.boolean(interactive_option),
      .threads = chosen.boolean(threads_option),
      .attribute_file = text(nameattr_option),
      .factor = above_zero(chosen, factor_option),
      .total = chosen.millionths(total_option),
      .widths = widths_of(chosen),
      .sorting = sorting_of(chosen),
      .bases = bases_of(chosen),
  };
}

}  // namespace profconv::flamegraph
