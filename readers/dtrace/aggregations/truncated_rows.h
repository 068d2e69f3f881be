// SPDX-License-Identifier: Apache-2.0
// Keys that trunc(@a, N) dropped after an earlier print. Such a key begins anew, while the others go on:
//
//   tick-1s { printa(@a); trunc(@a, 2); }      a 5, b 3, c 1      then      a 9, b 4, c 2
//
// a and b hold what they held before, c was dropped: its two values add.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "readers/dtrace/program/clears.h"

namespace profconv::dtrace {

/// A row that a print has, and its value there, which is not 0.
struct RowValue {
  std::size_t row = 0;
  std::int64_t value = 0;
};

/// Follows one value of all rows from print to print.
class TruncatedRows {
 public:
  explicit TruncatedRows(Truncation truncation) : truncation_(truncation) {}

  /// A print has ended. `records`: how many records it has; if several are one row, or one is several, ranks say
  /// nothing.
  void end_print(std::vector<RowValue> print, std::size_t records);
  /// What follows has no print before it.
  void begin_recording();
  /// Whether the row was dropped before it was printed now, with this value.
  [[nodiscard]] bool is_dropped(std::size_t row, std::int64_t value);
  /// Whether that could not be told of a row: it may have been dropped, and its value did not fall.
  [[nodiscard]] bool is_doubtful() const { return is_doubtful_; }
  /// Whether a row that trunc() kept has a smaller value in the print after.
  [[nodiscard]] bool has_fallen() const { return has_fallen_; }
  /// Whether a row that trunc() kept is not in the print after, so that one of them ends elsewhere.
  [[nodiscard]] bool is_inconsistent() const { return is_inconsistent_; }

 private:
  enum class Fate : std::uint8_t { kept, dropped, unknown };

  [[nodiscard]] Fate fate_of(std::size_t row) const;
  [[nodiscard]] bool lacks_kept(const std::vector<RowValue>& print) const;
  void keep(std::vector<RowValue> print);

  Truncation truncation_;
  std::vector<RowValue> print_;     ///< the last
  std::vector<std::int64_t> last_;  ///< by row; 0: the last print does not have it
  bool has_ranks_ = false;          ///< of the last print, each row is one record
  std::int64_t bound_ = 0;          ///< the last value that is kept
  bool keeps_all_of_bound_ = true;  ///< false: of the rows with that value, some are dropped
  bool is_doubtful_ = false;
  bool has_fallen_ = false;
  bool is_inconsistent_ = false;
};

}  // namespace profconv::dtrace
