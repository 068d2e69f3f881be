// SPDX-License-Identifier: Apache-2.0
// Which function made the tables of an aggregation. Those of one lquantize() have one step:
//
//              10 |                                         0
//              20 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 7
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "readers/dtrace/text/table.h"

namespace profconv::dtrace {

/// The schemes that all tables so far fit.
class TableSchemes {
 public:
  [[nodiscard]] bool fit(std::span<const TableRow> rows) const { return with(rows) != 0; }
  /// The table of a record, which begins in `line`.
  void add(std::span<const TableRow> rows, std::uint64_t line);
  /// The D program or an option says which.
  void set(BucketScheme scheme);
  [[nodiscard]] bool are_ambiguous() const { return (all_ & (all_ - 1)) != 0; }
  [[nodiscard]] BucketScheme simplest() const { return dtrace::simplest(all_); }
  /// Where the first table is that only llquantize() explains, if each alone may be lquantize()'s; 0: nowhere.
  [[nodiscard]] std::uint64_t line_of_steps() const { return is_told_ ? 0 : line_of_steps_; }

 private:
  [[nodiscard]] bool has_other_step(std::span<const TableRow> rows) const;
  [[nodiscard]] BucketSchemes with(std::span<const TableRow> rows) const;

  BucketSchemes all_ = all_schemes;
  std::optional<std::int64_t> step_;  ///< of the first table that shows one
  std::uint64_t line_of_steps_ = 0;
  bool is_told_ = false;  ///< by a table that only one function makes, or from outside
};

}  // namespace profconv::dtrace
