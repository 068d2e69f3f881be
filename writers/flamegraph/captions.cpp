// SPDX-License-Identifier: Apache-2.0
// Captions. Everything here is safe to show, and not escaped yet.
#include "writers/flamegraph/captions.h"

#include <array>
#include <span>

#include "core/text/plain_text.h"
#include "core/text/shown_numbers.h"
#include "core/text/units.h"

namespace profconv::flamegraph {

namespace {

std::string amount_of(const Picture& picture, std::int64_t value) {
  return amount(value, picture.type.scale, picture.settings.factor);
}

struct Larger {
  std::string_view name;
  std::int64_t factor;  ///< in bytes or nanoseconds
};

constexpr std::array<Larger, 4> larger_bytes{
    {{"TiB", 1LL << 40}, {"GiB", 1LL << 30}, {"MiB", 1LL << 20}, {"KiB", 1LL << 10}}};
constexpr std::array<Larger, 3> larger_times{{{"s", 1'000'000'000}, {"ms", 1'000'000}, {"\u00B5s", 1'000}}};

/// " (4.07 MiB)" after bytes, " (1.50 s)" after a time, where a unit larger than that of the values fits.
std::string in_larger_unit(const Picture& picture, std::int64_t value) {
  const Unit* const unit = find_unit(picture.type.unit);
  const bool is_plain = picture.settings.factor == 1'000'000 && picture.type.scale == 0;
  if (unit == nullptr || !is_plain || !picture.settings.count_name.empty()) return {};
  const Wide whole = Wide{value} * unit->factor;
  const auto larger = unit->kind == UnitKind::bytes ? std::span<const Larger>(larger_bytes) : larger_times;
  for (const Larger& each : larger) {
    if (each.factor <= unit->factor || (whole < 0 ? -whole : whole) < each.factor) continue;
    const Wide half = whole < 0 ? -each.factor / 2 : each.factor / 2;
    return " (" + fixed((whole * 100 + half) / each.factor, 2) + " " + std::string(each.name) + ")";
  }
  return {};
}

/// "samples, 1,234", or "alloc_space, 4,096 bytes (4.00 KiB)" where the unit says more than the type.
std::string total_of(const Picture& picture) {
  const std::int64_t value = picture.layout.boxes.empty() ? 0 : picture.layout.boxes.front().all.now;
  const std::string unit = picture.count_name();
  const std::string type = picture.settings.count_name.empty() ? inert(picture.type.type) : "";
  const std::string number = amount_of(picture, value);
  if (picture.tree.is_comparison()) return type.empty() || type == unit ? unit : type + ", " + unit;
  const std::string readable = in_larger_unit(picture, value) + " total";
  if (type.empty() || type == unit) return unit + ", " + number + readable;
  return type + ", " + number + " " + unit + readable;
}

std::string arrangement_of(const Settings& settings) {
  if (settings.flamechart) return ", in order";
  return settings.reverse ? ", from the leaves" : "";
}

}  // namespace

std::string heading_of(const Picture& picture) {
  const Settings& settings = picture.settings;
  if (!settings.title.empty()) return inert(settings.title);
  const std::string source = settings.source.empty() ? "" : inert(settings.source) + ": ";
  return source + short_heading_of(picture);
}

std::string short_heading_of(const Picture& picture) {
  if (!picture.settings.title.empty()) return inert(picture.settings.title);
  return total_of(picture) + arrangement_of(picture.settings);
}

std::string change_of(const Picture& picture) {
  if (!picture.tree.is_comparison() || picture.layout.boxes.empty()) return {};
  Change all = picture.layout.boxes.front().all;
  if (picture.settings.negate) std::swap(all.base, all.now);
  const std::int64_t delta = all.delta();
  const auto side = [&](std::int64_t value) { return amount_of(picture, value) + in_larger_unit(picture, value); };
  std::string text = "base " + side(all.base) + ", new " + side(all.now) + ", change " + (delta > 0 ? "+" : "") +
                     amount_of(picture, delta);
  if (all.base != 0) text += " (" + signed_percent(delta, all.base) + "%)";
  return text;
}

}  // namespace profconv::flamegraph
