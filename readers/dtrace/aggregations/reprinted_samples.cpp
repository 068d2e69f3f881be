// SPDX-License-Identifier: Apache-2.0
// Finding samples again.
#include "readers/dtrace/aggregations/reprinted_samples.h"

namespace profconv::dtrace {

void ReprintedSamples::keep(const SampleKey& key, std::span<const std::int64_t> values) {
  const auto [place, is_new] = places_.try_emplace(key, samples_.size());
  if (is_new) samples_.push_back({.key = key, .values = {}});
  samples_[place->second].values.assign(values.begin(), values.end());
}

void ReprintedSamples::put(ProfileBuilder& profile) {
  if (samples_.empty()) return;
  const Samples& rows = profile.samples();
  std::vector<std::vector<std::int64_t>> columns = rows.values;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto found = places_.find(key_of(rows, row));
    if (found == places_.end()) continue;
    Sample& sample = samples_[found->second];
    sample.is_known = true;
    for (std::size_t type = 0; type < columns.size(); ++type) columns[type][row] = sample.values[type];
  }
  for (std::size_t type = 0; type < columns.size(); ++type) profile.set_values(type, std::move(columns[type]));
  for (const Sample& sample : samples_) {
    if (!sample.is_known) profile.add(sample.key, sample.values);
  }
}

}  // namespace profconv::dtrace
