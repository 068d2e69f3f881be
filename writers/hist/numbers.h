// SPDX-License-Identifier: Apache-2.0
// Numbers for people: bucket bounds with their units, shares in percent, fractions. All in integers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace profconv::hist {

/// Values from `low` up to, not including, `high`; an open end is empty.
struct Bucket {
  std::optional<std::int64_t> low;
  std::optional<std::int64_t> high;

  bool operator==(const Bucket&) const = default;
};

/// By low, then by high; open ends outermost.
[[nodiscard]] bool operator<(const Bucket& a, const Bucket& b);

/// How the bounds of a profile's buckets are written.
struct BoundStyle {
  std::string_view unit;
  bool exact = false;     ///< plain integers
  bool ascii = false;     ///< us for µs
  bool mirrored = false;  ///< buckets below zero mirror those above: (-8, -4] beside [4, 8)

  /// One bound: "4K" for 4096, "4 KiB" where the unit is bytes, "4.1 µs" where it is nanoseconds.
  [[nodiscard]] std::string bound(std::int64_t value) const;
  /// "[4K, 8K)", "[5]" for a bucket of one value, "(-8K, -4K]" for a mirrored one, "[20, ...)" for an open one.
  [[nodiscard]] std::string range(const Bucket& bucket) const;
  /// What is known of a value in this bucket from above: "< 8K", "= 5", "<= -4K", ">= 20" for an open one.
  [[nodiscard]] std::string at_most(const Bucket& bucket) const;
  /// Whether bound() says the unit.
  [[nodiscard]] bool shows_unit() const;
};

/// part * steps / whole, rounded to nearest; part <= whole, steps < 2^20. 0 where the whole is 0.
[[nodiscard]] std::uint64_t scaled(std::uint64_t part, std::uint64_t whole, std::uint64_t steps);

/// "12.3%"; "<0.1%" and ">99.9%" for what rounding would call nothing and everything.
[[nodiscard]] std::string percent(std::uint64_t part, std::uint64_t whole);
/// The same of a part with a sign: "-12.3%", ">-0.1%".
[[nodiscard]] std::string signed_percent(std::int64_t part, std::uint64_t whole);

/// value x 10^scale in digits.
[[nodiscard]] std::string decimal(std::int64_t value, int scale);
[[nodiscard]] std::string decimal_size(std::uint64_t size, int scale);

/// |value|, also of the smallest integer.
[[nodiscard]] constexpr std::uint64_t magnitude(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  return value < 0 ? 0 - bits : bits;
}

}  // namespace profconv::hist
