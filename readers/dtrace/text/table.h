// SPDX-License-Identifier: Apache-2.0
// The tables of quantize(), lquantize() and llquantize(): a heading, and a line for each bucket with its bar.
//
//            value  ------------- Distribution ------------- count
//             < 0 |                                         0
//               0 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@           341
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

/// What a heading announces: buckets of values, or (-x agghist) one line for each key.
enum class TableHeading : std::uint8_t { none, values, keys };
[[nodiscard]] TableHeading table_heading(std::string_view line);

/// A line of a table: `16`, `< 0`, `<= -100`, `>= 20` or `abs() < 1`, and the count.
struct TableRow {
  enum class Label : std::uint8_t { value, below, at_most, at_least, near_zero };

  Label label = Label::value;
  std::int64_t bound = 0;
  Number count;
  std::uint64_t line = 0;  ///< of the input
  std::uint32_t bar = 0;   ///< its length: of forty, the share of all counts
  std::size_t width = 0;   ///< of the bar and the count, with the blanks that fill the count up
  bool is_filled = false;  ///< there are such blanks
};
[[nodiscard]] std::optional<TableRow> parse_table_row(std::string_view line);

/// How a table's buckets lie.
enum class BucketScheme : std::uint8_t { quantize = 1, lquantize = 2, llquantize = 4 };
[[nodiscard]] std::string_view scheme_name(BucketScheme scheme);
/// The scheme of a function; absent: it prints no table.
[[nodiscard]] std::optional<BucketScheme> scheme_of(std::string_view function);

/// Several of them, as bits: a table that shows few buckets may fit more than one.
using BucketSchemes = std::uint8_t;
constexpr BucketSchemes all_schemes = 7;
[[nodiscard]] BucketSchemes schemes_of(std::span<const TableRow> rows);
/// The bound of the bucket of quantize() behind that of `bound`.
[[nodiscard]] std::int64_t next_power(std::int64_t bound);
/// The step of buckets of equal size; absent where fewer than two show it.
[[nodiscard]] std::optional<std::int64_t> step_of(std::span<const TableRow> rows);
/// The simplest of some schemes; where a table fits several, its buckets are the same in each.
[[nodiscard]] BucketScheme simplest(BucketSchemes schemes);

/// The values from low up to, but not including, high; an open end, or one beyond 64 bits, is absent.
struct Bucket {
  std::optional<std::int64_t> low;
  std::optional<std::int64_t> high;
  Number count;
};
/// The buckets in the order of the table. The empty one that DTrace draws behind the last is left out where the table
/// does not say how wide it is.
[[nodiscard]] std::vector<Bucket> buckets_of(std::span<const TableRow> rows, BucketScheme scheme);

}  // namespace profconv::dtrace
