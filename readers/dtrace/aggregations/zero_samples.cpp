// SPDX-License-Identifier: Apache-2.0
// Finding the rows of samples.
#include "readers/dtrace/aggregations/zero_samples.h"

#include <algorithm>

namespace profconv::dtrace {

void ZeroSamples::observe(const SampleKey& key, std::span<const std::int64_t> values) {
  if (std::find(values.begin(), values.end(), 0) != values.end()) keys_.insert(key);
}

std::vector<std::size_t> ZeroSamples::take_rows(const ProfileBuilder& profile) {
  std::vector<std::size_t> rows;
  const Samples& samples = profile.samples();
  for (std::size_t row = 0; !keys_.empty() && row < samples.size(); ++row) {
    if (keys_.contains(key_of(samples, row))) rows.push_back(row);
  }
  keys_.clear();
  return rows;
}

}  // namespace profconv::dtrace
