// SPDX-License-Identifier: Apache-2.0
// Drawing bars of text.
#include "writers/hist/text_bars.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "writers/hist/numbers.h"

namespace profconv::hist {

namespace {

constexpr std::string_view full_block = "█";
constexpr std::array<std::string_view, 8> left_blocks{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
/// Unicode has only these that begin at the right.
constexpr std::array<std::string_view, 8> right_blocks{"", "▕", "▕", "▕", "▐", "▐", "▐", "▐"};

std::string repeated(std::string_view piece, std::size_t times) {
  std::string text;
  text.reserve(piece.size() * times);
  for (std::size_t i = 0; i < times; ++i) text += piece;
  return text;
}

/// The cells of one bar, without what is empty.
struct Cells {
  std::size_t full = 0;
  std::size_t eighths = 0;

  [[nodiscard]] std::size_t count() const { return full + (eighths != 0 ? 1 : 0); }
};

Cells cells_of(std::uint64_t part, std::size_t width, const BarStyle& style) {
  if (part == 0) return {};
  const std::uint64_t steps = style.ascii ? 1 : 8;
  const std::uint64_t filled = scaled(part, style.whole, width * steps);
  if (style.ascii) return filled == 0 ? Cells{.eighths = 1} : Cells{.full = filled};
  const std::uint64_t least = std::max<std::uint64_t>(filled, 1);
  return {.full = least / 8, .eighths = least % 8};
}

std::string to_the_right(std::uint64_t part, std::size_t width, const BarStyle& style) {
  const Cells cells = cells_of(part, width, style);
  std::string text = repeated(style.ascii ? "@" : full_block, cells.full);
  if (cells.eighths != 0) text += style.ascii ? "." : left_blocks[cells.eighths];
  return text.append(width - cells.count(), ' ');
}

std::string to_the_left(std::uint64_t part, std::size_t width, const BarStyle& style) {
  const Cells cells = cells_of(part, width, style);
  std::string text(width - cells.count(), ' ');
  if (cells.eighths != 0) text += style.ascii ? "." : right_blocks[cells.eighths];
  return text += repeated(style.ascii ? "@" : full_block, cells.full);
}

}  // namespace

std::string text_bar(std::int64_t count, const BarStyle& style) {
  const std::size_t left = !style.has_negative ? 0 : style.has_positive ? style.width / 2 : style.width;
  const std::uint64_t size = magnitude(count);
  std::string text = to_the_left(count < 0 ? size : 0, left, style);
  return text.append("|").append(to_the_right(count > 0 ? size : 0, style.width - left, style));
}

}  // namespace profconv::hist
