// SPDX-License-Identifier: Apache-2.0
// Records to profiles. DTrace prints no names: aggregations are told apart by the shape of their keys and values, and
// by the text and the empty lines between their records. Where that leaves a doubt, what was assumed is reported.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "readers/dtrace/aggregation_profile.h"
#include "readers/dtrace/frames.h"
#include "readers/dtrace/record_reader.h"

namespace profconv::dtrace {

/// All aggregations of an input, each a profile.
class Aggregations final : public RecordSink {
 public:
  Aggregations(const FrameLines& lines, ProfileSetBuilder& builder, const Settings& settings, Report& report)
      : frames_(lines, builder, settings.keep_offsets), sources_{builder, frames_, settings, report} {}

  void add(const Record& record) override;
  /// Ends all profiles and reports what was assumed. Where there is none, makes an empty one.
  void finish();

 private:
  /// Why a record does not simply go on with the aggregation of the one before it.
  enum class Break : std::uint8_t { none, heading, shape, print, repeat, fall };

  [[nodiscard]] Break break_before(const Record& record, std::uint64_t key_hash) const;
  AggregationProfile& choose(const Record& record, std::uint64_t key_hash);
  AggregationProfile& found_or_made(const Record& record, std::string_view heading);
  AggregationProfile& with_same_keys(const Record& record);
  AggregationProfile& make(const Record& record, std::string_view heading);
  AggregationProfile& printed_again(AggregationProfile& aggregation, const Record& record);

  Frames frames_;
  Sources sources_;
  std::vector<std::unique_ptr<AggregationProfile>> all_;
  AggregationProfile* current_ = nullptr;
  std::uint64_t recording_ = 0;
  std::uint64_t records_ = 0;
};

}  // namespace profconv::dtrace
