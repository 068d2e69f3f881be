// SPDX-License-Identifier: Apache-2.0
// Records to profiles. DTrace prints no names: aggregations are told apart by the shape of their keys and values, and
// by the text and the empty lines between their records. Where that leaves a doubt, what was assumed is reported.
#pragma once

#include <cstdint>
#include <memory>

#include "readers/dtrace/aggregations/aggregation_choice.h"
#include "readers/dtrace/aggregations/aggregation_profile.h"
#include "readers/dtrace/aggregations/frames.h"
#include "readers/dtrace/aggregations/last_prints.h"
#include "readers/dtrace/aggregations/lone_values.h"
#include "readers/dtrace/aggregations/print_blanks.h"
#include "readers/dtrace/aggregations/print_runs.h"
#include "readers/dtrace/aggregations/record_numbers.h"
#include "readers/dtrace/aggregations/record_stacks.h"
#include "readers/dtrace/aggregations/soft_boundary.h"
#include "readers/dtrace/forms/record_sink.h"

namespace profconv::dtrace {

/// All aggregations of an input, each a profile.
class Aggregations final : public RecordSink {
 public:
  Aggregations(FrameLines& lines, ProfileSetBuilder& builder, const Settings& settings, const ExpectedPrints& prints,
               Report& report);

  void add(const Record& record) override;
  [[nodiscard]] bool any() const { return choice_.known().any() || actions_ != nullptr; }
  /// Ends all profiles and reports assumptions. Makes an empty profile if there are no records. `blanks`: the empty
  /// lines after the last record.
  void finish(std::size_t blanks);

 private:
  [[nodiscard]] bool expects(const Record& record) const;
  [[nodiscard]] bool lacks_stacks(Record& record) const;
  void add_values(const Record& record);
  void add_parts(const Record& record);
  void add_one(const Record& record);
  void add_action(const Record& record);
  [[nodiscard]] StackId stack_of(const Record& record, std::uint64_t hash);
  [[nodiscard]] bool ends_recording(const Record& record) const;
  [[nodiscard]] bool can_be_split(const Record& record) const;
  [[nodiscard]] bool follows_recording(const Record& record) const;
  [[nodiscard]] bool is_repeated(const Record& record) const;
  void begin_recording();
  void place(const Record& record, StackId stack, std::uint64_t key_hash);
  void report_lost_shape(const Record& record);
  void report_soft_boundary(const Record& record);
  void report_missing_blanks();
  void place_in_print(const Record& record, StackId stack, std::uint64_t key_hash);
  void put(const Record& record, StackId stack, std::uint64_t key_hash);
  void replay(const AssignedPrint& print);
  void release_last_prints(bool may_be_at_end);
  void report_lost_heading(const Record& record);
  void settle();

  Frames frames_;
  RecordStacks stacks_;
  Sources sources_;
  AggregationChoice choice_;
  RecordNumbers numbers_;
  std::unique_ptr<AggregationProfile> actions_;
  PrintBlanks blanks_;
  SoftBoundary boundary_;
  LoneValues lone_values_;
  PrintRuns runs_;          ///< of the print that goes on
  LastPrints last_prints_;  ///< whose turn is not known before the end
  bool is_apart_ = false;   ///< records that wait lie between the next one and the current aggregation
};

}  // namespace profconv::dtrace
