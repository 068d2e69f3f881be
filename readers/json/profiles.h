// SPDX-License-Identifier: Apache-2.0
// The profiles of a document: value types, metadata, samples.
//
//   {"value_types": [...], "metadata": {"clock": "relative"}, "samples": [{"stack": 2, "thread": 1, "values": [341]}]}
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "profconv/profile_builder.h"
#include "readers/json/tables.h"
#include "readers/json/values.h"

namespace profconv::json_in {

class Profiles {
 public:
  Profiles(Document in, const Tables& tables, ProfileSetBuilder& builder)
      : in_(in), tables_(tables), builder_(builder) {}

  /// Reads the array that the reader is at.
  void read();

 private:
  void read_profile();
  void read_samples(ProfileBuilder& profile);
  void read_sample(ProfileBuilder& profile);
  void check_sample(const ProfileBuilder& profile, const SampleKey& sample, const char* place);
  void read_values();

  Document in_;
  const Tables& tables_;
  ProfileSetBuilder& builder_;
  std::vector<std::int64_t> values_;              ///< of a sample
  std::optional<std::array<bool, 2>> has_times_;  ///< the first sample of the profile has a time, a shared depth
};

}  // namespace profconv::json_in
