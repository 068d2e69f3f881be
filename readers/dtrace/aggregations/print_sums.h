// SPDX-License-Identifier: Apache-2.0
// What several prints of one aggregation add up to. DTrace does not say whether the D program cleared it in between;
// where each print holds all that came before, adding them would count it again and again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profconv/profile_builder.h"
#include "readers/dtrace/settings.h"

namespace profconv::dtrace {

/// Watches the rows of a profile from print to print. All prints are added to the profile; in the end, where the last
/// print counts, its values are put in their place. Only values that add are touched: the others have rules of their
/// own.
class PrintSums {
 public:
  explicit PrintSums(Prints prints) : prints_(prints) {}

  /// What has been added since the last call was a print, and another begins.
  void begin_print(ProfileBuilder& profile);
  /// What is added from here on is another recording, which adds to those before.
  void begin_recording(ProfileBuilder& profile);
  /// Whether, of several prints, the last counts.
  bool finish(ProfileBuilder& profile);

 private:
  /// By value type and row.
  using Columns = std::vector<std::vector<std::int64_t>>;

  [[nodiscard]] bool watches() const { return prints_ == Prints::last || (prints_ == Prints::automatic && rising_); }
  void end_print(const ProfileBuilder& profile);
  void put_last(ProfileBuilder& profile);

  Prints prints_;
  bool rising_ = true;     ///< every print so far held the one before
  std::size_t count_ = 0;  ///< prints that have ended
  Columns recorded_;       ///< the values of the recordings before
  Columns before_;         ///< the values at the beginning of this print
  Columns last_;           ///< what the last print added in which a row was
};

}  // namespace profconv::dtrace
