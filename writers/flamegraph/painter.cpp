// SPDX-License-Identifier: Apache-2.0
// Colors by name, by chance, by change and by width.
#include "writers/flamegraph/painter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/tables/id_table.h"
#include "core/text/shown_numbers.h"
#include "writers/flamegraph/origins.h"

namespace profconv::flamegraph {

namespace {

constexpr Rgb separator{160, 160, 160};        // "--", between the stacks of two threads
constexpr Rgb separator_light{200, 200, 200};  // "-"
constexpr Rgb unchanged{250, 250, 250};
constexpr Rgb everything{240, 240, 240};

std::uint16_t sixteen_bits(std::uint64_t value, unsigned from) { return static_cast<std::uint16_t>(value >> from); }

/// A number that the first three letters make, the first of them most: names that begin alike get colors alike. A
/// module in front of the name counts for nothing.
template <class Iterator>
std::uint16_t beginning(Iterator begin, Iterator end) {
  if (begin != end) {
    const auto tick = std::find(begin + 1, end, '`');
    if (tick != end) begin = tick + 1;
  }
  constexpr std::array<std::uint32_t, 3> moduli{10, 11, 12};
  constexpr std::array<std::uint32_t, 3> weights{100, 70, 49};  // each 0.7 of the one before
  std::uint32_t sum = 0;
  std::uint32_t most = 100;
  for (std::size_t i = 0; i < moduli.size() && begin != end; ++i, ++begin) {
    const std::uint32_t letter = static_cast<unsigned char>(*begin) % moduli[i];
    sum += letter * weights[i] * 990 / (moduli[i] - 1);
    most += weights[i];
  }
  return static_cast<std::uint16_t>(0xFFFF - std::uint64_t{0xFFFF} * sum / (std::uint64_t{most} * 990));
}

/// From almost white to full red or blue, the larger `part` of `whole` is.
Rgb shade(std::int64_t part, std::int64_t whole, bool is_red) {
  const auto other = static_cast<std::uint8_t>(250 - static_cast<int>(scaled(part, whole, 150)));
  return is_red ? Rgb{255, other, other} : Rgb{other, other, 255};
}

}  // namespace

Painter::Painter(const FlameTree& tree, const Names& names, const Layout& layout, const Settings& settings,
                 PaletteMap& palette)
    : tree_(tree), names_(names), layout_(layout), settings_(settings), palette_(palette), random_(settings.seed) {}

Picks Painter::picks_of(std::string_view name) {
  if (settings_.coloring == Coloring::hash) {
    const std::uint16_t back = beginning(name.rbegin(), name.rend());
    return {beginning(name.begin(), name.end()), back, back};
  }
  const std::uint64_t number = settings_.coloring == Coloring::random ? random_() : hash_bytes(name);
  const std::uint16_t first = sixteen_bits(number, 0);
  if (settings_.coloring == Coloring::name) return {first, first, first};
  return {first, sixteen_bits(number, 16), sixteen_bits(number, 32)};
}

Paint Painter::change_color(const Box& box) const {
  const std::int64_t delta = settings_.negate ? -box.self.delta() : box.self.delta();
  const std::int64_t size = delta < 0 ? -delta : delta;
  if (settings_.is_themed()) return change_shade(size, layout_.largest_self_change, delta > 0);
  return delta == 0 ? unchanged : shade(size, layout_.largest_self_change, delta > 0);
}

Paint Painter::full_change(std::int64_t delta) const {
  const std::int64_t size = delta < 0 ? -delta : delta;
  if (settings_.is_themed()) return change_shade(size, 1, delta > 0);
  return delta == 0 ? unchanged : shade(size, 1, delta > 0);
}

Paint Painter::share_color(const Box& box) const {
  // The root of the share: a frame that takes half of the time is nearly as red as one that takes all of it.
  constexpr std::int64_t steps = 1'000'000;
  const auto share = static_cast<double>(static_cast<std::int64_t>(scaled(box.width, layout_.whole, steps)));
  const auto part = static_cast<std::int64_t>(std::sqrt(share));
  if (settings_.is_themed()) return change_shade(part, 1000, true);
  return shade(part, 1000, true);
}

Paint Painter::themed_color(const Named& frame) {
  if (frame.kinds.kernel) return plain_shade(Plain::unknown);
  if (settings_.coloring != Coloring::name) return named_shade(picks_of(frame.name));
  const std::string_view origin = origin_of(frame.name);
  if (origin.empty()) return plain_shade(Plain::unknown);
  return named_shade(
      {.first = sixteen_bits(hash_bytes(origin), 0), .second = sixteen_bits(hash_bytes(frame.name), 16)});
}

Paint Painter::named_color(const Box& box) {
  const Names::Name name = tree_.nodes.name(box.node);
  const Named frame{.name = names_.text(name), .kinds = names_.kinds(name), .wakes = wakes_[box.depth]};
  const auto paint = [&]() -> Paint {
    return settings_.is_themed() ? themed_color(frame) : color_in(settings_.palette, frame, picks_of(frame.name));
  };
  return settings_.palette_file.empty() ? paint() : palette_.color(frame, [&] { return paint().color; });
}

Paint Painter::color(const Box& box) {
  const std::string_view name = box.node == 0 ? std::string_view() : names_.text(tree_.nodes.name(box.node));
  const bool is_themed = settings_.is_themed();
  wakes_.resize(box.depth + std::size_t{1});
  wakes_[box.depth] = name == "--" || (box.depth != 0 && wakes_[box.depth - 1]);
  if (name == "--") return is_themed ? Paint(plain_shade(Plain::separator)) : separator;
  if (name == "-") return is_themed ? Paint(plain_shade(Plain::light_separator)) : separator_light;
  if (tree_.is_comparison()) return change_color(box);
  if (settings_.coloring == Coloring::diffusion) return share_color(box);
  if (box.node != 0) return named_color(box);
  return is_themed ? Paint(plain_shade(Plain::root)) : everything;
}

}  // namespace profconv::flamegraph
