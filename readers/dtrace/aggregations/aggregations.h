// SPDX-License-Identifier: Apache-2.0
// Records to profiles. DTrace prints no names: aggregations are told apart by the shape of their keys and values, and
// by the text and the empty lines between their records. Where that leaves a doubt, what was assumed is reported.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "readers/dtrace/aggregations/aggregation_profile.h"
#include "readers/dtrace/aggregations/frames.h"
#include "readers/dtrace/aggregations/last_prints.h"
#include "readers/dtrace/aggregations/print_runs.h"
#include "readers/dtrace/aggregations/record_stacks.h"
#include "readers/dtrace/forms/record_sink.h"

namespace profconv::dtrace {

/// All aggregations of an input, each a profile.
class Aggregations final : public RecordSink {
 public:
  Aggregations(FrameLines& lines, ProfileSetBuilder& builder, const Settings& settings, const ExpectedPrints& prints,
               Report& report);

  void add(const Record& record) override;
  [[nodiscard]] bool any() const { return !all_.empty() || actions_ != nullptr; }
  /// Ends all profiles and reports what was assumed. Where there is none, makes an empty one.
  void finish();

 private:
  /// Why a record does not simply go on with the aggregation of the one before it.
  enum class Break : std::uint8_t { none, heading, shape, print, repeat, fall };

  // What a record holds (aggregations.cpp).
  [[nodiscard]] std::size_t numbers_in(const Record& record);
  [[nodiscard]] bool lacks_stacks(Record& record) const;
  void add_record(const Record& record);
  void add_parts(const Record& record);
  void add_one(const Record& record);
  void add_action(const Record& record);
  [[nodiscard]] StackId stack_of(const Record& record);
  [[nodiscard]] bool ends_recording(const Record& record) const;
  void begin_recording();
  void place(const Record& record, StackId stack, std::uint64_t key_hash);
  void place_in_print(const Record& record, StackId stack, std::uint64_t key_hash);
  void put(const Record& record, StackId stack, std::uint64_t key_hash);
  void replay(const AssignedPrint& print);
  void release_last_prints();
  void settle();
  void report_doubts();

  // Which aggregation it is of (aggregation_choice.cpp).
  [[nodiscard]] bool can_be_split(const Record& record) const;
  [[nodiscard]] RunRules rules_of_print(const Record& record) const;
  [[nodiscard]] Break break_before(const Record& record, std::uint64_t key_hash);
  AggregationProfile& choose(const Record& record, Break why);
  AggregationProfile& choose_printed(const Record& record);
  AggregationProfile& found_or_made(const Record& record);
  AggregationProfile& with_no_keys(const Record& record);
  AggregationProfile& make(const Record& record);
  AggregationProfile* next_of_program(const Record& record);
  AggregationProfile& of_program(std::size_t print, const Record& record);
  AggregationProfile& next_run(const Record& record, bool is_certain);
  AggregationProfile* next_of_recording(const Record& record);
  AggregationProfile* next_of_settings(const Record& record);
  AggregationProfile& printed_again(AggregationProfile& aggregation, const Record& record);
  [[nodiscard]] bool are_named_by_hand() const;

  Frames frames_;
  RecordStacks stacks_;
  Sources sources_;
  Descriptions descriptions_;
  std::size_t described_ = 0;
  /// Default form tells no value from a key: how many numbers stand behind the keys, by shape and whether a table
  /// follows; 0: the one that does not look like a key.
  std::map<std::pair<std::string, bool>, std::size_t> numbers_;
  std::vector<std::unique_ptr<AggregationProfile>> all_;
  std::unique_ptr<AggregationProfile> actions_;
  AggregationProfile* current_ = nullptr;
  AggregationProfile* beside_ = nullptr;       ///< of the tables that stand beside the numbers of current_
  PrintRuns runs_;                             ///< of the print that goes on
  LastPrints last_prints_;                     ///< whose turn is not known before the end
  std::optional<std::size_t> last_print_;      ///< of the D program
  std::string heading_;                        ///< above the print that begins
  bool is_apart_ = false;                      ///< records that wait lie between the next one and current_
  const Record* whole_ = nullptr;              ///< the record that numbers and tables are parts of
  std::shared_ptr<const Description> common_;  ///< what both share
  std::uint64_t recording_ = 0;
  std::uint64_t records_ = 0;
};

}  // namespace profconv::dtrace
