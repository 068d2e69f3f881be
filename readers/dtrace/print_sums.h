// SPDX-License-Identifier: Apache-2.0
// What several prints of one aggregation add up to. DTrace does not say whether the D program cleared it in between;
// where each print holds all that came before, adding them would count it again and again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profconv/profile_builder.h"

namespace profconv::dtrace {

/// Watches the rows of a profile from print to print. All prints are added to the profile; where every one holds more
/// in all than the one before, and no row of it less, the last print is left alone in the end.
class PrintSums {
 public:
  /// What has been added since the last call was a print, and another begins.
  void begin_print(const ProfileBuilder& profile);
  /// What is added from here on is another recording: prints add.
  void begin_recording() { rising_ = false; }
  /// Whether the prints held one another; if so, the profile's values are now those of the last.
  bool finish(ProfileBuilder& profile);

 private:
  using Columns = std::vector<std::vector<std::int64_t>>;

  [[nodiscard]] Columns added_since(const ProfileBuilder& profile) const;
  void end_print(const ProfileBuilder& profile);

  bool rising_ = true;
  std::size_t prints_ = 0;
  Columns before_;  ///< the values at the beginning of this print
  Columns last_;    ///< what the print before added
};

}  // namespace profconv::dtrace
