// SPDX-License-Identifier: Apache-2.0
// The values of maps: numbers, what stats() prints, and the rows of hist() and lhist(). Bounds have the suffixes K, M,
// G, T, P and E, which are powers of 1024; a range does not hold its upper bound.
//
//   12    -5    count 5, average 10, total 50
//   [4K, 8K)               1 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|
//   (..., 0)               0 |                                                    |
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace profconv::bpftrace {

/// An integer, or the nearest that fits.
struct Number {
  std::int64_t value = 0;
  bool saturated = false;
};
[[nodiscard]] std::optional<Number> parse_number(std::string_view text);

/// What stats() keeps.
struct Stats {
  Number count;
  Number total;
  bool has_odd_average = false;  ///< the average that was printed is not their quotient
};
[[nodiscard]] std::optional<Stats> parse_stats(std::string_view text);

/// The values from low up to, but not including, high. An open end, or one beyond 64 bits, is absent.
struct Bucket {
  std::optional<std::int64_t> low;
  std::optional<std::int64_t> high;
  Number count;
};

/// What begins as a row. One without a bar is cut; others may have text after it.
struct Row {
  Bucket bucket;
  bool has_count = false;          ///< the " |" after the count shows that all its digits are here
  std::optional<std::size_t> bar;  ///< the columns that are filled, of a whole bar
  std::string_view rest;           ///< what follows the bar
};
[[nodiscard]] std::optional<Row> parse_row(std::string_view line);
inline constexpr std::size_t bar_columns = 52;

/// Whether a line can be a row, or the end of one.
[[nodiscard]] bool looks_like_row(std::string_view line);

}  // namespace profconv::bpftrace
