// SPDX-License-Identifier: Apache-2.0
// Fills that have a color for the light scheme and one for the dark, as classes of the style sheet:
//
//   #frames .a0{fill:#ffc9c8}
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "writers/flamegraph/hues.h"

namespace profconv::flamegraph {

/// A class, and its fill in either scheme.
struct Shade {
  std::string_view name;
  Rgb light;
  Rgb dark;
};

/// Frames whose fill says nothing about their code.
enum class Plain : std::uint8_t { root, unknown, separator, light_separator };

[[nodiscard]] const Shade& plain_shade(Plain kind);
/// A hue by the first number, one of its shades by the second.
[[nodiscard]] const Shade& named_shade(const Picks& picks);
/// From almost no color to full red or blue, the larger `part` of `whole` is; a part of 0 has a shade of its own.
[[nodiscard]] const Shade& change_shade(std::int64_t part, std::int64_t whole, bool is_red);

/// Every shade of pictures that color by name, and of those that color by change or width.
[[nodiscard]] std::span<const Shade> named_shades();
[[nodiscard]] std::span<const Shade> change_shades();

/// The rules of the style sheet for one scheme.
[[nodiscard]] std::string fill_rules(std::span<const Shade> shades, bool dark);

/// Whether white text is easier to read on a color than black text. The better one always has a contrast of 4.5 or
/// more.
[[nodiscard]] bool wants_white(const Rgb& fill);

/// "#rrggbb", or "#rgb" where that is the same.
[[nodiscard]] std::string hex(const Rgb& color);

}  // namespace profconv::flamegraph
