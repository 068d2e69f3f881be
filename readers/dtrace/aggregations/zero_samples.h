// SPDX-License-Identifier: Apache-2.0
// Samples that a print shows with the value 0. Adding them changes nothing, though the value before may be another.
#pragma once

#include <cstddef>
#include <span>
#include <unordered_set>
#include <vector>

#include "profconv/profile_builder.h"
#include "readers/dtrace/aggregations/sample_keys.h"

namespace profconv::dtrace {

/// Keeps those of the print that goes on.
class ZeroSamples {
 public:
  void observe(const SampleKey& key, std::span<const std::int64_t> values);
  /// Their rows in the profile; none of them is kept any more.
  [[nodiscard]] std::vector<std::size_t> take_rows(const ProfileBuilder& profile);

 private:
  std::unordered_set<SampleKey, SampleKeyHash, SampleKeyEqual> keys_;
};

}  // namespace profconv::dtrace
