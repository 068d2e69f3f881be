// SPDX-License-Identifier: Apache-2.0
// Which aggregation a record is of. DTrace prints no names: the D program, the options, headings, shapes, and the order
// of prints tell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "readers/dtrace/aggregations/aggregation_profile.h"
#include "readers/dtrace/aggregations/print_runs.h"
#include "readers/dtrace/aggregations/sources.h"
#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/program/description.h"

namespace profconv::dtrace {

/// Why a record does not simply go on with the aggregation of the one before it.
enum class Break : std::uint8_t { none, heading, shape, print, repeat, fall };

/// All aggregations of an input, and the one that records are added to.
class AggregationChoice {
 public:
  AggregationChoice(const Sources& sources, const ExpectedPrints& prints)
      : sources_(sources), descriptions_(sources.settings, prints) {}

  [[nodiscard]] const Descriptions& descriptions() const { return descriptions_; }
  [[nodiscard]] bool any() const { return !all_.empty(); }
  [[nodiscard]] std::size_t described() const { return described_; }
  /// The aggregation of the last record; null at the beginning of a recording.
  [[nodiscard]] AggregationProfile* current() const { return current_; }

  /// `is_apart`: other records lie between this one and the current aggregation. `runs`: the print that goes on.
  [[nodiscard]] Break break_before(const Record& record, std::uint64_t key_hash, bool is_apart, const PrintRuns& runs);
  /// What a print that begins with this record, the current aggregation's, can hold.
  [[nodiscard]] RunRules rules_of_print(const Record& record) const;

  /// These make the aggregation of a record the current one.
  void choose(const Record& record, Break why);
  void choose_print(std::size_t print, const Record& first);
  /// Another aggregation begins within the print.
  void choose_run(const Record& first, bool is_certain);
  /// The distribution printed together with the numbers of the current aggregation.
  AggregationProfile& table_beside(const Record& table);
  /// The record that numbers are part of, where a table belongs to them; null: none.
  void set_whole(const Record* record) { whole_ = record; }
  [[nodiscard]] bool has_whole() const { return whole_ != nullptr; }
  /// A record is added.
  void use(AggregationProfile& aggregation);

  /// The print that begins may follow one without records.
  void see_gap();
  void begin_recording();
  /// Whether a print of the D program has records in this recording.
  [[nodiscard]] bool has_found(std::size_t print) const;
  /// Whether records of the input have such keys before a stack, maybe behind other stacks.
  [[nodiscard]] bool has_stack_behind(const std::string& keys) const;
  /// Whether the last record is of what dtrace prints when it ends.
  [[nodiscard]] bool is_at_end() const;
  /// Ends all profiles and reports what was assumed.
  void finish();

 private:
  struct Beside {
    AggregationProfile* table = nullptr;
    std::uint64_t prints = 0;  ///< of the numbers, when the last table was added
    std::uint64_t recordings = 0;
  };

  AggregationProfile& chosen(const Record& record, Break why);
  AggregationProfile& choose_printed(const Record& record);
  AggregationProfile& found_or_made(const Record& record);
  AggregationProfile& with_no_keys(const Record& record);
  AggregationProfile& make(const Record& record);
  AggregationProfile& add(const Record& record, std::shared_ptr<const Description> description, std::size_t place);
  AggregationProfile* next_of_program(const Record& record);
  AggregationProfile& of_program(std::size_t print, const Record& record);
  AggregationProfile& next_run(const Record& record, bool is_certain);
  AggregationProfile* next_of_recording(const Record& record);
  AggregationProfile* next_of_settings(const Record& record);
  AggregationProfile& printed_again(AggregationProfile& aggregation, const Record& record);
  [[nodiscard]] const Record& whole_of(const Record& record) const { return whole_ == nullptr ? record : *whole_; }
  [[nodiscard]] bool are_named_by_hand() const;
  void report_unexpected(const Record& record, const Description& description) const;

  Sources sources_;
  Descriptions descriptions_;
  std::size_t described_ = 0;
  std::vector<std::unique_ptr<AggregationProfile>> all_;
  std::map<const AggregationProfile*, Beside> beside_;  ///< by the aggregation of the numbers
  AggregationProfile* current_ = nullptr;
  std::optional<std::size_t> last_print_;  ///< of the D program
  std::string heading_;                    ///< above the print that begins
  const Record* whole_ = nullptr;
  bool has_gap_ = false;  ///< before a print that the D program repeats
  std::uint64_t recording_ = 0;
  std::uint64_t uses_ = 0;
};

}  // namespace profconv::dtrace
