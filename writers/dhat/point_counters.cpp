// SPDX-License-Identifier: Apache-2.0
// What the profile lacks is at least what its other counters say: what is in use was allocated, and was so at its site
// at one time, and bytes are in a block.
#include "writers/dhat/point_counters.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace profconv::dhat_out {

namespace {

/// Bytes and the blocks that they are in.
constexpr std::array<std::pair<Counter, Counter>, 4> bytes_and_blocks{{{Counter::tb, Counter::tbk},
                                                                       {Counter::mb, Counter::mbk},
                                                                       {Counter::gb, Counter::gbk},
                                                                       {Counter::eb, Counter::ebk}}};

/// What was allocated in all, and was in use of it at the site's own maximum, at the peak and at the end.
constexpr std::array<std::array<Counter, 4>, 2> totals_and_moments{
    {{Counter::tb, Counter::mb, Counter::gb, Counter::eb}, {Counter::tbk, Counter::mbk, Counter::gbk, Counter::ebk}}};

std::int64_t& at(CounterValues& values, Counter c) { return values[static_cast<std::size_t>(c)]; }
std::int64_t at(const CounterValues& values, Counter c) { return values[static_cast<std::size_t>(c)]; }

/// What a counter is at least.
std::int64_t least(const CounterValues& values, Counter c) {
  std::int64_t known = 0;
  for (const auto& [total, maximum, peak, end] : totals_and_moments) {
    if (c != total && c != maximum) continue;
    known = std::max(at(values, peak), at(values, end));
    if (c == total) known = std::max(known, at(values, maximum));
  }
  for (const auto& [bytes, blocks] : bytes_and_blocks) {
    if (c == blocks && known == 0 && at(values, bytes) > 0) known = 1;
  }
  return known;
}

bool is_contradictory(const CounterValues& values) {
  for (const auto& [bytes, blocks] : bytes_and_blocks) {
    if (at(values, bytes) > 0 && at(values, blocks) == 0) return true;
  }
  return at(values, Counter::tb) < least(values, Counter::tb) || at(values, Counter::tbk) < least(values, Counter::tbk);
}

}  // namespace

PointCounters::PointCounters(const Layout& layout, bool true_maxima, const Profile& points)
    : invented_(layout.invented), true_maxima_(true_maxima) {
  const std::vector<std::size_t> written = layout.written();
  for (std::size_t i = 0; i < counter_count; ++i) {
    if (!layout.types[i]) continue;
    const auto place = std::lower_bound(written.begin(), written.end(), *layout.types[i]) - written.begin();
    columns_[i] = &points.samples.values[static_cast<std::size_t>(place)];
  }
}

CounterValues PointCounters::of(std::size_t row) {
  CounterValues values{};
  for (std::size_t i = 0; i < counter_count; ++i) {
    if (columns_[i] != nullptr) values[i] = (*columns_[i])[row];
  }
  for (const Counter c : invented_) at(values, c) = least(values, c);
  // The larger maximum of points that became one may be less than what they held together.
  if (true_maxima_) {
    for (const Counter c : {Counter::mb, Counter::mbk}) at(values, c) = std::max(at(values, c), least(values, c));
  }
  if (is_contradictory(values)) ++contradictory_;
  return values;
}

void PointCounters::report(Context& context) const {
  if (contradictory_ == 0) return;
  context.data_loss("dhat.contradictions", {},
                    "points have bytes without blocks or more in use than allocated (was the profile scaled?): " +
                        std::to_string(contradictory_));
}

}  // namespace profconv::dhat_out
