// SPDX-License-Identifier: Apache-2.0
// What several prints of an aggregation add up to that trunc() drops keys from, while the others go on. A print has few
// of the rows that there were: only those are looked at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profconv/profile_builder.h"
#include "readers/dtrace/aggregations/truncated_rows.h"
#include "readers/dtrace/text/report.h"

namespace profconv::dtrace {

/// Follows the rows of a profile from print to print. All prints are added to the profile; in the end the values of
/// each row are those of its last print, and of the last before each time that it was dropped.
class TruncatedSums {
 public:
  explicit TruncatedSums(Truncation truncation) : truncation_(truncation) {}

  /// A record of the print that goes on.
  void add_record() { ++records_; }
  /// What has been added since the last call was a print, of these rows.
  void end_print(const ProfileBuilder& profile, const std::vector<std::size_t>& rows);
  /// Gives the rows what they add up to.
  void put(ProfileBuilder& profile);
  /// What is added from here on is another recording, which adds to those before.
  void begin_recording(ProfileBuilder& profile);
  /// Reports what trunc() may have done to keys, and what it cannot have. `line`: where a print came again.
  void report(Report& report, std::uint64_t line) const;

 private:
  /// One value type of all rows.
  struct Column {
    explicit Column(Truncation truncation) : rows(truncation) {}

    TruncatedRows rows;
    std::vector<std::int64_t> before;    ///< the values when the last print ended
    std::vector<std::int64_t> last;      ///< what the last print added in which a row was
    std::vector<std::int64_t> recorded;  ///< of recordings before, and before keys were dropped
  };

  Truncation truncation_;
  std::vector<Column> columns_;  ///< by value type
  std::size_t records_ = 0;      ///< of the print that goes on
};

}  // namespace profconv::dtrace
