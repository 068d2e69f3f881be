// SPDX-License-Identifier: Apache-2.0
// From the records of a map to the samples of a profile.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/input.h"
#include "profconv/profile_builder.h"
#include "readers/bpftrace/columns.h"
#include "readers/bpftrace/frame_lines.h"
#include "readers/bpftrace/maps.h"
#include "readers/bpftrace/prints.h"
#include "readers/bpftrace/settings.h"

namespace profconv::bpftrace {

/// One map.
class MapProfile {
 public:
  MapProfile(Input& input, ProfileSetBuilder& builder, FrameLines& frames, const Settings& settings,
             const MapRecords& map)
      : input_(input),
        builder_(builder),
        settings_(settings),
        map_(map),
        columns_(input, builder, frames, settings, map) {}

  /// Adds the profile. Throws ReadError.
  void make();

 private:
  void add_value_types(ProfileBuilder& profile);
  void add_number_type(ProfileBuilder& profile);
  void report_repeats(const CountedRecords& counted) const;
  void report_prints(const CountedRecords& counted) const;
  void add_record(ProfileBuilder& profile, const Record& record);
  void add_buckets(ProfileBuilder& profile, const Record& record, SampleKey key);
  void add_sample(ProfileBuilder& profile, SampleKey& key, std::span<const std::int64_t> values);

  Input& input_;
  ProfileSetBuilder& builder_;
  const Settings& settings_;
  const MapRecords& map_;
  Columns columns_;
  std::vector<Part> parts_;
  std::vector<Label> labels_;
  bool has_last_values_ = false;
};

/// Whether the buckets are those of hist(), not of lhist().
[[nodiscard]] bool has_hist_buckets(std::span<const Bucket> buckets);

}  // namespace profconv::bpftrace
