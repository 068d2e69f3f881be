// SPDX-License-Identifier: Apache-2.0
// The rows of a profile, track by track, in the order in which they are drawn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/names/name_tree.h"
#include "core/time/timeline.h"
#include "core/time/timeline_tracks.h"
#include "core/time/timeline_weights.h"
#include "profconv/profile.h"

namespace profconv {

/// Row numbers, grouped by track.
class RowOrder {
 public:
  /// By start time where `weights` follow times, else by `layout`; equal rows stay as they were read.
  RowOrder(const Samples& samples, const Tracks& tracks, const NameTree& tree, const Weights& weights,
           TimeLayout layout, const Context& context);

  [[nodiscard]] std::span<const std::uint32_t> rows(std::size_t track) const {
    return std::span(rows_).subspan(ends_[track], ends_[track + 1] - ends_[track]);
  }

 private:
  void group_by_track(const Samples& samples, const Tracks& tracks);
  void sort_by_start(const Samples& samples);
  void sort_by_stack(const Samples& samples, const NameTree& tree, const Context& context);

  std::vector<std::uint32_t> rows_;
  std::vector<std::size_t> ends_;  ///< track i is rows_[ends_[i] .. ends_[i + 1])
};

/// The time between two ticks of the timer that took the samples, as far as the samples show it: the median gap between
/// two of one thread, over all threads, leaving out those in which the thread was not seen running: gaps more than half
/// as long again as the shortest tenth. Samples at one time count once.
[[nodiscard]] std::optional<std::int64_t> usual_gap(const Samples& samples, const Weights& weights,
                                                    const RowOrder& order, std::size_t track_count);

}  // namespace profconv
