// SPDX-License-Identifier: Apache-2.0
// What several prints of one aggregation add up to. DTrace does not say whether the D program cleared it in between;
// where each print holds all that came before, adding them would count it again and again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "profconv/profile_builder.h"
#include "readers/dtrace/aggregations/truncated_sums.h"
#include "readers/dtrace/program/description.h"
#include "readers/dtrace/settings.h"

namespace profconv::dtrace {

/// Watches the rows of a profile from print to print. All prints are added to the profile; in the end, where the last
/// print counts, its values are put in their place. Only values that add are touched: the others have rules of their
/// own.
class PrintSums {
 public:
  /// `only_grows`: the values are counts, so that one that falls was cleared, or is another recording's. Then the last
  /// print before counts, and those from there on add.
  /// `truncation`: some keys are dropped between prints, and begin anew.
  /// `has_stacks`: keys change their names when a process exits, as its symbols are gone then. So a print that lacks
  /// keys of the one before holds all of it if its total did not fall.
  PrintSums(Prints prints, bool only_grows, std::optional<Truncation> truncation, bool may_rename)
      : prints_(prints), only_grows_(only_grows), may_rename_(may_rename) {
    if (truncation) truncated_.emplace(*truncation);
  }

  /// A record of the print that goes on.
  void add_record() {
    if (truncated_) truncated_->add_record();
  }
  /// Whether set_rows() is needed: keys come and go.
  [[nodiscard]] bool needs_rows() const { return truncated_.has_value(); }
  /// The rows that the print which goes on has.
  void set_rows(std::vector<std::size_t> rows) { rows_ = std::move(rows); }
  /// What has been added since the last call was a print, and another begins.
  void begin_print(ProfileBuilder& profile);
  /// Rows of the print that goes on were printed with the value 0, which adding them does not show.
  void set_zeros(std::vector<std::size_t> rows) { zeros_ = std::move(rows); }
  /// What is added from here on is another recording, which adds to those before.
  void begin_recording(ProfileBuilder& profile);
  /// Whether, of several prints, the last counts.
  bool finish(ProfileBuilder& profile);
  /// Whether a count fell between two prints of which the last counts.
  [[nodiscard]] bool has_fallen() const { return has_fallen_; }
  /// Whether a sum fell between two prints of which the last counts: of negative values, or in another recording.
  [[nodiscard]] bool has_fallen_sums() const { return has_fallen_sums_; }
  /// As TruncatedSums::report().
  void report_truncated(Report& report, std::uint64_t line) const {
    if (truncated_) truncated_->report(report, line);
  }

 private:
  /// By value type and row.
  using Columns = std::vector<std::vector<std::int64_t>>;

  [[nodiscard]] bool watches() const { return prints_ == Prints::last || (prints_ == Prints::automatic && rising_); }
  void end_print(const ProfileBuilder& profile);
  [[nodiscard]] bool falls_to_zero(std::size_t type, const std::vector<std::int64_t>& added) const;
  void record_last(const ProfileBuilder& profile);
  void put_last(ProfileBuilder& profile);

  Prints prints_;
  bool only_grows_;
  bool may_rename_;
  std::optional<TruncatedSums> truncated_;
  std::vector<std::size_t> rows_;
  std::vector<std::size_t> zeros_;
  bool has_fallen_ = false;
  bool has_fallen_sums_ = false;
  bool rising_ = true;     ///< every print so far held the one before
  std::size_t count_ = 0;  ///< prints that have ended
  Columns recorded_;       ///< the values of the recordings before
  Columns before_;         ///< the values at the beginning of this print
  Columns last_;           ///< what the last print added in which a row was
};

/// What several prints add up to. If only the D program says something of them, the falls of counts say more. `option`:
/// dtrace.prints.
[[nodiscard]] PrintSums sums_of(const Description& description, Prints prints, Prints option, bool has_stacks);

}  // namespace profconv::dtrace
