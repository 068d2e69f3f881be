// SPDX-License-Identifier: Apache-2.0
// Writing numbers.
#include "writers/hist/numbers.h"

#include <array>
#include <cstdint>
#include <limits>

#include "core/text/units.h"

namespace profconv::hist {

namespace {

constexpr std::array<std::string_view, 7> count_suffixes{"", "K", "M", "G", "T", "P", "E"};
constexpr std::array<std::string_view, 7> byte_suffixes{" B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB"};
constexpr std::array<std::string_view, 4> time_suffixes{" ns", " µs", " ms", " s"};

bool is_bytes(std::string_view name) {
  const Unit* const unit = find_unit(name);
  return unit != nullptr && unit->kind == UnitKind::bytes && unit->factor == 1;
}

/// Index into time_suffixes; its size for what is no time, or a longer one.
std::size_t time_step(std::string_view name) {
  const Unit* const unit = find_unit(name);
  std::size_t step = unit == nullptr || unit->kind != UnitKind::time ? time_suffixes.size() : 0;
  for (std::int64_t factor = 1; step < time_suffixes.size() && factor != unit->factor; factor *= 1000) ++step;
  return step;
}

/// With the largest power of 1024 that divides the value: nothing is rounded.
std::string binary(std::uint64_t value, const std::array<std::string_view, 7>& suffixes) {
  std::size_t step = 0;
  while (value != 0 && value % 1024 == 0 && step + 1 < suffixes.size()) {
    value /= 1024;
    ++step;
  }
  return std::to_string(value).append(suffixes[step]);
}

/// Three significant digits of thousandths, without zeros at the end: 4096 is "4.1".
std::string thousandths(std::uint64_t value) {
  const std::uint64_t keep = value < 10'000 ? 10 : value < 100'000 ? 100 : 1000;
  value = (value + keep / 2) / keep * keep;
  std::string fraction = std::to_string(1000 + value % 1000).substr(1);
  fraction.erase(fraction.find_last_not_of('0') + 1);
  return std::to_string(value / 1000) + (fraction.empty() ? "" : "." + fraction);
}

std::string time(std::uint64_t value, std::size_t step) {
  std::optional<std::uint64_t> fine;  // in thousandths of the unit
  // What rounds to 1000 of a unit goes on to the next.
  while (step + 1 < time_suffixes.size() && (fine ? *fine >= 999'500 : value >= 1000)) {
    fine = value;
    value /= 1000;
    ++step;
  }
  return (fine ? thousandths(*fine) : std::to_string(value)).append(time_suffixes[step]);
}

bool holds_one_value(const Bucket& bucket) {
  return bucket.low && bucket.high && *bucket.low < *bucket.high && *bucket.high - 1 == *bucket.low;
}

bool is_mirrored(const BoundStyle& style, const Bucket& bucket) {
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  return style.mirrored && bucket.high && *bucket.high <= 0 && *bucket.high != least && bucket.low != least;
}

}  // namespace

bool operator<(const Bucket& a, const Bucket& b) {
  if (a.low != b.low) return a.low < b.low;
  if (!a.high || !b.high) return a.high.has_value() && !b.high.has_value();
  return *a.high < *b.high;
}

bool BoundStyle::shows_unit() const { return !exact && (is_bytes(unit) || time_step(unit) < time_suffixes.size()); }

std::string BoundStyle::bound(std::int64_t value) const {
  if (exact) return std::to_string(value);
  std::string text;
  const std::size_t step = time_step(unit);
  if (value == 0) {
    text = "0";
  } else if (step < time_suffixes.size()) {
    text = time(magnitude(value), step);
  } else {
    text = binary(magnitude(value), is_bytes(unit) ? byte_suffixes : count_suffixes);
  }
  if (ascii && text.ends_with("µs")) text.replace(text.size() - std::string_view("µs").size(), std::string::npos, "us");
  return value < 0 ? "-" + text : text;
}

std::string BoundStyle::range(const Bucket& bucket) const {
  if (holds_one_value(bucket)) return "[" + bound(*bucket.low) + "]";
  if (is_mirrored(*this, bucket)) {
    return "(" + (bucket.low ? bound(*bucket.low - 1) : "...") + ", " + bound(*bucket.high - 1) + "]";
  }
  return (bucket.low ? "[" + bound(*bucket.low) : "(...") + ", " + (bucket.high ? bound(*bucket.high) : "...") + ")";
}

std::string BoundStyle::at_most(const Bucket& bucket) const {
  if (holds_one_value(bucket)) return "= " + bound(*bucket.low);
  if (is_mirrored(*this, bucket)) return "<= " + bound(*bucket.high - 1);
  if (bucket.high) return "< " + bound(*bucket.high);
  return bucket.low ? ">= " + bound(*bucket.low) : "unknown";
}

std::uint64_t scaled(std::uint64_t part, std::uint64_t whole, std::uint64_t steps) {
  // Drawn to a millionth at best: 44 bits are plenty, and leave room for the product.
  while (whole >> 44U != 0) {
    whole >>= 1U;
    part >>= 1U;
  }
  return whole == 0 ? 0 : (part * steps + whole / 2) / whole;
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  const std::uint64_t permille = scaled(part, whole, 1000);
  if (permille == 0 && part != 0) return "<0.1%";
  if (permille == 1000 && part != whole) return ">99.9%";
  return std::to_string(permille / 10) + "." + std::to_string(permille % 10) + "%";
}

std::string signed_percent(std::int64_t part, std::uint64_t whole) {
  std::string text = percent(magnitude(part), whole);
  if (part >= 0) return text;
  const bool is_bound = text.front() == '<' || text.front() == '>';
  if (is_bound) text.front() = text.front() == '<' ? '>' : '<';
  return text.insert(is_bound ? 1 : 0, 1, '-');
}

std::string decimal_size(std::uint64_t size, int scale) {
  constexpr int most_zeros = 30;
  std::string digits = std::to_string(size);
  if (scale > most_zeros || scale < -most_zeros) {
    digits += "e" + std::to_string(scale);
  } else if (scale >= 0) {
    if (size != 0) digits.append(static_cast<std::size_t>(scale), '0');
  } else {
    const auto places = static_cast<std::size_t>(-scale);
    if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
    digits.insert(digits.size() - places, ".");
  }
  return digits;
}

std::string decimal(std::int64_t value, int scale) {
  return (value < 0 ? "-" : "") + decimal_size(magnitude(value), scale);
}

}  // namespace profconv::hist
