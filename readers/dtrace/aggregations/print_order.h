// SPDX-License-Identifier: Apache-2.0
// The order in which one aggregation's records come: DTrace sorts them by value, or by a key if told to.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/text/report.h"

namespace profconv::dtrace {

/// The value by which DTrace sorts. That of a table is the sum of its buckets' values, each times its count
/// (dt_aggregate_quantizedcmp() of libdtrace and its like).
[[nodiscard]] std::int64_t sort_value(const Record& record);

/// What DTrace sorts integer keys by: it compares them unsigned (dt_aggregate_keycmp() of libdtrace).
[[nodiscard]] inline std::uint64_t sort_key(const Number& key) { return static_cast<std::uint64_t>(key.value); }

/// Watches the order of records, to find where another aggregation or print may begin.
class PrintOrder {
 public:
  /// Whether no value was less than the one before in its print.
  [[nodiscard]] bool never_fell() const { return falls_ == 0; }
  /// Whether a value was more than the one before in its print.
  [[nodiscard]] bool rose() const { return rises_ != 0; }
  /// Whether the values fall in every print, as DTrace prints them with `-x aggsortrev`. Few do so by chance.
  [[nodiscard]] bool always_falls() const {
    constexpr std::uint64_t few = 3;
    return rises_ == 0 && falls_ >= few;
  }
  [[nodiscard]] bool falls(std::int64_t value) const { return !begins_ && value < last_value_; }
  /// Whether the values of this print, some of them, have more than doubled.
  [[nodiscard]] bool rose_far() const {
    constexpr std::uint64_t some = 4;
    return !begins_ && in_print_ >= some && first_value_ >= 0 && last_value_ / 2 > first_value_;
  }
  /// Whether this print has less records than one before had.
  [[nodiscard]] bool is_short() const { return in_print_ < most_in_print_; }
  /// The order begins anew.
  void begin_print() {
    begins_ = true;
    most_in_print_ = std::max(most_in_print_, in_print_);
  }
  /// The same where another recording begins, whose prints may have fewer records.
  void begin_recording() {
    begins_ = true;
    in_print_ = most_in_print_ = 0;
  }
  void observe(const Record& record, std::int64_t value);
  /// Reports where the values leave their order, if they do so seldom that another aggregation may begin there.
  /// `others_fall`: the values of another aggregation always do.
  void report_restart(bool others_fall, Report& report) const;
  /// Reports where the values first fall, if neither they nor a key are in any order. DTrace sorts a print.
  void report_disorder(Report& report) const;

 private:
  [[nodiscard]] std::uint64_t first_restart(bool others_fall) const;
  /// Whether a column of keys only rises, or only falls.
  struct Rising {
    bool rising = true;
    bool falling = true;
    std::uint64_t rises = 0;  ///< how often, of records with different values
  };
  void observe_keys(const Record& record, bool is_telling);

  bool begins_ = true;
  std::uint64_t records_ = 0;
  std::uint64_t in_print_ = 0;  ///< records since the order began
  std::uint64_t most_in_print_ = 0;
  std::int64_t first_value_ = 0;
  std::int64_t last_value_ = 0;
  std::uint64_t falls_ = 0;
  std::uint64_t first_fall_ = 0;
  std::uint64_t rises_ = 0;
  std::uint64_t first_rise_ = 0;
  std::vector<Rising> columns_;
  std::vector<Column> last_columns_;
  std::string last_text_;
};

}  // namespace profconv::dtrace
