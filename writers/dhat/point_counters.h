// SPDX-License-Identifier: Apache-2.0
// The counters of DHAT's points: those that the profile has, and the least that the others can be.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "profconv/context.h"
#include "profconv/profile.h"
#include "writers/dhat/counters.h"

namespace profconv::dhat_out {

using CounterValues = std::array<std::int64_t, counter_count>;

/// Gives the counters of each point. `points` has the value types of Layout::written(), and outlives this, as does
/// `layout`. `true_maxima`: mb and mbk are no less than what points held, as the Rust crate has it and Valgrind does
/// not.
class PointCounters {
 public:
  PointCounters(const Layout& layout, bool true_maxima, const Profile& points);

  /// The counters of the point in this row of the profile; 0 for those that a file of this layout does not have.
  [[nodiscard]] CounterValues of(std::size_t row);
  /// Reports points whose counters contradict each other.
  void report(Context& context) const;

 private:
  std::array<const std::vector<std::int64_t>*, counter_count> columns_{};  ///< null: the profile lacks it
  const std::vector<Counter>& invented_;
  bool true_maxima_;
  std::uint64_t contradictory_ = 0;
};

}  // namespace profconv::dhat_out
