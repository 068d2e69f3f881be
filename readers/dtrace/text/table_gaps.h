// SPDX-License-Identifier: Apache-2.0
// Rows that a table has lost. DTrace prints every bucket from one below the first that holds something to one above the
// last, so that the bounds of each function follow one another without gaps:
//
//     quantize      ..., -2, -1, 0, 1, 2, 4, ...    powers of two
//     lquantize     < 0, 0, 5, 10, ..., >= 50       one step
//     llquantize    ..., 8, 9, 10, 20, 30, ...      one step within each power of the factor
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "readers/dtrace/text/table.h"

namespace profconv::dtrace {

/// The first row that no function prints below those above it; absent if one prints all of them.
[[nodiscard]] std::optional<std::size_t> row_below_gap(std::span<const TableRow> rows);
/// Whether the empty bucket above the last one that holds something is missing.
[[nodiscard]] bool lacks_end(std::span<const TableRow> rows);
/// Whether the longest bar is that of a larger sum than the rows have. Not known of tables with counts below 0.
[[nodiscard]] bool lacks_counts(std::span<const TableRow> rows);

/// The first row whose count may have lost digits, as all lines end in one column, before the one where DTrace ends
/// them; absent: none has.
[[nodiscard]] std::optional<std::size_t> row_with_cut_count(std::span<const TableRow> rows);

}  // namespace profconv::dtrace
