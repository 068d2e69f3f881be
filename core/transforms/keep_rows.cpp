// SPDX-License-Identifier: Apache-2.0
// Every column of the samples, and what spans share.
#include "core/transforms/keep_rows.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

namespace profconv {

namespace {

template <class T>
void keep_in(std::vector<T>& column, const std::vector<bool>& kept) {
  std::size_t to = 0;
  for (std::size_t row = 0; row < column.size(); ++row) {
    if (kept[row]) column[to++] = column[row];
  }
  column.resize(to);
}

/// What a sample that is left out did not share with its predecessor, its successor cannot share with it either.
void mend_shared_depths(Samples& samples, const std::vector<bool>& kept, std::size_t thread_count) {
  constexpr std::uint32_t everything = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> still_shared(thread_count, everything);
  for (std::size_t row = 0; row < samples.shared_depth.size(); ++row) {
    std::uint32_t& shared = still_shared[samples.thread_of(row).value];
    shared = std::min(shared, samples.shared_depth[row]);
    if (!kept[row]) continue;
    samples.shared_depth[row] = std::exchange(shared, everything);
  }
}

}  // namespace

void keep_rows(Samples& samples, const std::vector<bool>& kept, std::size_t thread_count) {
  mend_shared_depths(samples, kept, thread_count);
  // Columns that may be shorter than the rows: what they lack is the default.
  if (!samples.thread.empty()) samples.thread.resize(samples.size());
  if (!samples.labels.empty()) samples.labels.resize(samples.size());
  keep_in(samples.stack, kept);
  keep_in(samples.thread, kept);
  keep_in(samples.labels, kept);
  keep_in(samples.start_ns, kept);
  keep_in(samples.shared_depth, kept);
  for (auto& column : samples.values) keep_in(column, kept);
}

}  // namespace profconv
