// SPDX-License-Identifier: Apache-2.0
// Samples with a start time that a later print repeats. Such samples never merge, so the print that counts has to
// replace them.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "profconv/profile_builder.h"
#include "readers/dtrace/aggregations/sample_keys.h"

namespace profconv::dtrace {

/// Keeps the values that later prints show for samples of earlier ones.
class ReprintedSamples {
 public:
  /// The values now printed for a sample; replaces those kept for it before.
  void keep(const SampleKey& key, std::span<const std::int64_t> values);
  /// Replaces the values of the profile's samples. Buckets that only the later print has become samples.
  void put(ProfileBuilder& profile);

 private:
  struct Sample {
    SampleKey key;
    std::vector<std::int64_t> values;
    bool is_known = false;  ///< an earlier print has it
  };

  std::vector<Sample> samples_;
  std::unordered_map<SampleKey, std::size_t, SampleKeyHash, SampleKeyEqual> places_;
};

}  // namespace profconv::dtrace
