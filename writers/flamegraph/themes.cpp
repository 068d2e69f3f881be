// SPDX-License-Identifier: Apache-2.0
// The tables. Hues are steps around OKLCH's circle with equal lightness, so that no module stands out by chance.
#include "writers/flamegraph/themes.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/text/shown_numbers.h"

namespace profconv::flamegraph {

namespace {

constexpr std::array<Shade, 4> plain_shades{{{"k0", {0xf0, 0xf1, 0xf3}, {0x2b, 0x2e, 0x34}},
                                             {"k1", {0xdb, 0xde, 0xe3}, {0x40, 0x44, 0x4c}},
                                             {"k2", {0xa0, 0xa0, 0xa0}, {0x62, 0x62, 0x62}},
                                             {"k3", {0xc8, 0xc8, 0xc8}, {0x4c, 0x4c, 0x4c}}}};

constexpr std::size_t hue_count = 10;
constexpr std::size_t shades_per_hue = 3;
constexpr std::array<Shade, hue_count * shades_per_hue> named{
    {{"a0", {0xff, 0xc9, 0xc8}, {0x5b, 0x32, 0x32}}, {"a1", {0xff, 0xb2, 0xb1}, {0x73, 0x3e, 0x3e}},
     {"a2", {0xfc, 0x9c, 0x9c}, {0x8a, 0x4c, 0x4c}}, {"b0", {0xff, 0xcd, 0xb5}, {0x5a, 0x35, 0x24}},
     {"b1", {0xff, 0xb7, 0x97}, {0x72, 0x42, 0x2b}}, {"b2", {0xf8, 0xa2, 0x7c}, {0x88, 0x50, 0x36}},
     {"c0", {0xf9, 0xd3, 0xa9}, {0x54, 0x3a, 0x19}}, {"c1", {0xf3, 0xc0, 0x85}, {0x6a, 0x48, 0x1c}},
     {"c2", {0xea, 0xad, 0x64}, {0x7f, 0x57, 0x24}}, {"d0", {0xe9, 0xdb, 0xa6}, {0x4a, 0x3f, 0x16}},
     {"d1", {0xde, 0xca, 0x82}, {0x5d, 0x4f, 0x18}}, {"d2", {0xd2, 0xba, 0x5e}, {0x70, 0x60, 0x1f}},
     {"e0", {0xcf, 0xe4, 0xb2}, {0x38, 0x45, 0x21}}, {"e1", {0xbb, 0xd6, 0x92}, {0x45, 0x57, 0x27}},
     {"e2", {0xa8, 0xc8, 0x75}, {0x54, 0x69, 0x31}}, {"f0", {0xb6, 0xe9, 0xc8}, {0x22, 0x49, 0x32}},
     {"f1", {0x97, 0xdd, 0xb1}, {0x28, 0x5c, 0x3e}}, {"f2", {0x79, 0xd1, 0x9b}, {0x32, 0x6f, 0x4c}},
     {"g0", {0xa5, 0xea, 0xe3}, {0x0b, 0x4a, 0x46}}, {"g1", {0x7b, 0xdf, 0xd6}, {0x00, 0x5d, 0x57}},
     {"g2", {0x4e, 0xd2, 0xc8}, {0x01, 0x70, 0x69}}, {"h0", {0xa7, 0xe6, 0xfb}, {0x10, 0x47, 0x56}},
     {"h1", {0x7f, 0xd9, 0xf5}, {0x0a, 0x59, 0x6c}}, {"h2", {0x55, 0xcc, 0xed}, {0x10, 0x6b, 0x82}},
     {"i0", {0xbb, 0xde, 0xff}, {0x29, 0x41, 0x5f}}, {"i1", {0x9f, 0xce, 0xff}, {0x31, 0x51, 0x78}},
     {"i2", {0x86, 0xbe, 0xff}, {0x3d, 0x62, 0x90}}, {"j0", {0xd9, 0xd4, 0xff}, {0x3f, 0x3a, 0x5d}},
     {"j1", {0xc9, 0xc0, 0xff}, {0x4f, 0x48, 0x76}}, {"j2", {0xb9, 0xae, 0xff}, {0x60, 0x58, 0x8d}}}};

constexpr std::size_t levels = 8;  // of red, and of blue
constexpr std::array<std::string_view, 2 * levels> level_names{"r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7",
                                                               "b0", "b1", "b2", "b3", "b4", "b5", "b6", "b7"};
constexpr Shade weakest_red{"", {0xfb, 0xd0, 0xcc}, {0x54, 0x34, 0x33}};
constexpr Shade strongest_red{"", {0xfb, 0x7a, 0x72}, {0xb4, 0x30, 0x2c}};
constexpr Shade weakest_blue{"", {0xcb, 0xda, 0xfc}, {0x2d, 0x40, 0x60}};
constexpr Shade strongest_blue{"", {0x79, 0xa6, 0xff}, {0x2a, 0x60, 0xc8}};

constexpr std::uint8_t between(std::uint8_t first, std::uint8_t last, std::size_t step) {
  const int distance = int{last} - int{first};
  return static_cast<std::uint8_t>(first + distance * static_cast<int>(step) / static_cast<int>(levels - 1));
}

constexpr Rgb between(const Rgb& first, const Rgb& last, std::size_t step) {
  return {between(first.red, last.red, step), between(first.green, last.green, step),
          between(first.blue, last.blue, step)};
}

/// The shade of no change, the reds, and the blues.
constexpr std::array<Shade, 1 + 2 * levels> make_changes() {
  std::array<Shade, 1 + 2 * levels> all{};
  all[0] = {"s", {0xe1, 0xe4, 0xe8}, {0x36, 0x3a, 0x42}};
  for (std::size_t i = 0; i < 2 * levels; ++i) {
    const std::size_t step = i % levels;
    const Shade& first = i < levels ? weakest_red : weakest_blue;
    const Shade& last = i < levels ? strongest_red : strongest_blue;
    all[1 + i] = {level_names[i], between(first.light, last.light, step), between(first.dark, last.dark, step)};
  }
  return all;
}

constexpr auto changes = make_changes();

/// The linear light of a component of sRGB: https://www.w3.org/TR/WCAG21/#dfn-relative-luminance
double linear(std::uint8_t component) {
  static const std::array<double, 256> table = [] {
    std::array<double, 256> made{};
    for (std::size_t i = 0; i < made.size(); ++i) {
      const double part = static_cast<double>(i) / 255;
      made[i] = part <= 0.03928 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    }
    return made;
  }();
  return table[component];
}

}  // namespace

const Shade& plain_shade(Plain kind) { return plain_shades[static_cast<std::size_t>(kind)]; }

const Shade& named_shade(const Picks& picks) {
  constexpr std::size_t whole = 0x10000;
  return named[hue_count * picks.first / whole * shades_per_hue + shades_per_hue * picks.second / whole];
}

const Shade& change_shade(std::int64_t part, std::int64_t whole, bool is_red) {
  if (part == 0) return changes[0];
  const auto level = static_cast<std::size_t>(scaled(part, whole, static_cast<std::int64_t>(levels - 1)));
  return changes[1 + (is_red ? 0 : levels) + std::min(level, levels - 1)];
}

std::span<const Shade> named_shades() { return named; }
std::span<const Shade> change_shades() { return changes; }

std::string fill_rules(std::span<const Shade> shades, bool dark) {
  std::string rules;
  for (const std::span<const Shade> group : {std::span<const Shade>(plain_shades), shades}) {
    for (const Shade& shade : group) {
      rules.append("#frames .").append(shade.name).append("{fill:").append(hex(dark ? shade.dark : shade.light));
      rules += "}\n";
    }
  }
  return rules;
}

bool wants_white(const Rgb& fill) {
  // Where the contrasts 1.05 / (y + 0.05) and (y + 0.05) / 0.05 are equal.
  constexpr double middle = 0.17912878474779;
  return 0.2126 * linear(fill.red) + 0.7152 * linear(fill.green) + 0.0722 * linear(fill.blue) < middle;
}

std::string hex(const Rgb& color) {
  constexpr std::string_view digits = "0123456789abcdef";
  const auto is_short = [](std::uint8_t part) { return part >> 4U == (part & 0xFU); };
  const bool shortens = is_short(color.red) && is_short(color.green) && is_short(color.blue);
  std::string text = "#";
  for (const std::uint8_t part : {color.red, color.green, color.blue}) {
    text += digits[part >> 4U];
    if (!shortens) text += digits[part & 0xFU];
  }
  return text;
}

}  // namespace profconv::flamegraph
