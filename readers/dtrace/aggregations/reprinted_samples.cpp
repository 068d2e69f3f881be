// SPDX-License-Identifier: Apache-2.0
// Finding samples again by stack, thread, labels and time.
#include "readers/dtrace/aggregations/reprinted_samples.h"

#include "core/tables/id_table.h"

namespace profconv::dtrace {

std::size_t ReprintedSamples::Hash::operator()(const SampleKey& key) const {
  const std::uint64_t where = mix(mix(key.stack.value, key.thread.value), key.labels.value);
  return mix(where, static_cast<std::uint64_t>(key.start_ns.value_or(0)));
}

bool ReprintedSamples::Equal::operator()(const SampleKey& a, const SampleKey& b) const {
  return a.stack == b.stack && a.thread == b.thread && a.labels == b.labels && a.start_ns == b.start_ns;
}

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
    const auto found = places_.find({.stack = rows.stack[row],
                                     .thread = rows.thread_of(row),
                                     .labels = rows.labels_of(row),
                                     .start_ns = rows.start_ns[row]});
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
