// SPDX-License-Identifier: Apache-2.0
// Ordering rows for a time line.
#include "core/time/timeline_order.h"

#include <algorithm>

namespace profconv {

namespace {

/// The element that would stand at `place` if the numbers were sorted.
std::int64_t element(std::vector<std::int64_t>& numbers, std::size_t place) {
  const auto at = numbers.begin() + static_cast<std::ptrdiff_t>(place);
  std::nth_element(numbers.begin(), at, numbers.end());
  return *at;
}

}  // namespace

RowOrder::RowOrder(const Samples& samples, const Tracks& tracks, const NameTree& tree, const Weights& weights,
                   TimeLayout layout, const Context& context) {
  group_by_track(samples, tracks);
  if (weights.timed()) {
    sort_by_start(samples);
  } else if (layout == TimeLayout::merged) {
    sort_by_stack(samples, tree, context);
  }
}

void RowOrder::group_by_track(const Samples& samples, const Tracks& tracks) {
  const auto track_of = [&](std::size_t row) { return tracks.of_thread[samples.thread_of(row).value]; };
  std::vector<std::size_t> next(tracks.tracks.size() + 1);
  for (std::size_t row = 0; row < samples.size(); ++row) ++next[track_of(row) + 1];
  for (std::size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
  ends_ = next;
  rows_.resize(samples.size());
  for (std::size_t row = 0; row < samples.size(); ++row) rows_[next[track_of(row)]++] = static_cast<std::uint32_t>(row);
}

void RowOrder::sort_by_start(const Samples& samples) {
  const auto earlier = [&](std::uint32_t a, std::uint32_t b) { return samples.start_ns[a] < samples.start_ns[b]; };
  for (std::size_t track = 0; track + 1 < ends_.size(); ++track) {
    const auto begin = rows_.begin() + static_cast<std::ptrdiff_t>(ends_[track]);
    const auto end = rows_.begin() + static_cast<std::ptrdiff_t>(ends_[track + 1]);
    if (!std::is_sorted(begin, end, earlier)) std::stable_sort(begin, end, earlier);
  }
}

void RowOrder::sort_by_stack(const Samples& samples, const NameTree& tree, const Context& context) {
  const std::vector<std::uint32_t> places = tree.preorder(context);
  std::vector<std::uint64_t> keys;
  for (std::size_t track = 0; track + 1 < ends_.size(); ++track) {
    keys.clear();
    for (const std::uint32_t row : rows(track)) {
      keys.push_back(std::uint64_t{places[tree.node(samples.stack[row])]} << 32U | row);
    }
    std::sort(keys.begin(), keys.end());
    std::transform(keys.begin(), keys.end(), rows_.begin() + static_cast<std::ptrdiff_t>(ends_[track]),
                   [](std::uint64_t key) { return static_cast<std::uint32_t>(key); });
  }
}

std::optional<std::int64_t> usual_gap(const Samples& samples, const Weights& weights, const RowOrder& order,
                                      std::size_t track_count) {
  std::vector<std::int64_t> gaps;
  for (std::size_t track = 0; track < track_count; ++track) {
    std::optional<std::int64_t> before;
    for (const std::uint32_t row : order.rows(track)) {
      if (weights.value(row) == 0) continue;
      const std::int64_t start = samples.start_ns[row];
      if (before && start != *before) gaps.push_back(start - *before);
      before = start;
    }
  }
  if (gaps.empty()) return std::nullopt;
  const std::int64_t short_gap = element(gaps, (gaps.size() - 1) / 10);
  std::erase_if(gaps, [short_gap](std::int64_t gap) { return gap - short_gap > short_gap / 2; });
  return element(gaps, (gaps.size() - 1) / 2);
}

}  // namespace profconv
