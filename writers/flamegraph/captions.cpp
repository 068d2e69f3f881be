// SPDX-License-Identifier: Apache-2.0
// Captions. Everything here is safe to show, and not escaped yet.
#include "writers/flamegraph/captions.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <span>

#include "core/text/plain_text.h"
#include "core/text/shown_numbers.h"
#include "core/text/units.h"
#include "flamegraph_assets.h"

namespace profconv::flamegraph {

namespace {

constexpr std::size_t longest_command = 200;  // in bytes

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

std::string time_text(std::int64_t nanoseconds) {
  using std::chrono::days;
  using std::chrono::seconds;
  const auto time = std::chrono::floor<seconds>(
      std::chrono::sys_time<std::chrono::nanoseconds>(std::chrono::nanoseconds(nanoseconds)));
  const auto day = std::chrono::floor<days>(time);
  const std::chrono::year_month_day date(day);
  const auto second = static_cast<int>((time - day).count());
  std::array<char, 64> text{};
  const int length = std::snprintf(text.data(), text.size(), "%04d-%02u-%02u %02d:%02d:%02d UTC",
                                   static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                                   static_cast<unsigned>(date.day()), second / 3600, second / 60 % 60, second % 60);
  return std::string(text.data(), static_cast<std::size_t>(length));
}

std::string beginning_of(const std::string& text) {
  if (text.size() <= longest_command) return text;
  std::size_t end = longest_command;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end) + "..";
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

std::string provenance_of(const Picture& picture) {
  const Metadata& metadata = picture.metadata;
  std::string text;
  if (!metadata.command.empty()) text += beginning_of(inert(metadata.command)) + ", ";
  // A comparison and a merge have the earliest of their dates, which is not the date of the other parts.
  const bool is_one = metadata.recordings == 1 && !picture.tree.is_comparison();
  if (metadata.start_ns && is_one) text += "recorded " + time_text(*metadata.start_ns) + ", ";
  if (!is_one && metadata.recordings > 1) text += std::to_string(metadata.recordings) + " recordings, ";
  return text + "drawn by profconv " + std::string(version);
}

}  // namespace profconv::flamegraph
