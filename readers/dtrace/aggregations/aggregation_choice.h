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
#include "readers/dtrace/aggregations/headed_prints.h"
#include "readers/dtrace/aggregations/known_aggregations.h"
#include "readers/dtrace/aggregations/print_runs.h"
#include "readers/dtrace/aggregations/sources.h"
#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/program/description.h"

namespace profconv::dtrace {

/// Why a record does not simply go on with the aggregation of the one before it.
enum class Break : std::uint8_t { none, heading, shape, print, repeat, fall };

/// Chooses among all aggregations of an input.
class AggregationChoice {
 public:
  AggregationChoice(const Sources& sources, const ExpectedPrints& prints)
      : sources_(sources), known_(sources, prints), headed_(prints, sources.report) {}

  [[nodiscard]] const KnownAggregations& known() const { return known_; }
  [[nodiscard]] const Descriptions& descriptions() const { return known_.descriptions(); }
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
  void set_whole(const Record* record) { known_.set_whole(record); }
  /// A record is added.
  void use(AggregationProfile& aggregation);

  /// The print that begins may follow one without records.
  void see_gap(const Record& record);
  void see_gap_at_end() { has_gap_ = true; }
  /// Of prints that take turns, the first may be missing.
  void see_cut() { is_cut_ = true; }
  void begin_recording();
  /// Whether the last record is of what dtrace prints when it ends.
  [[nodiscard]] bool is_at_end() const;
  /// Whether it is, and the record can be of what follows there.
  [[nodiscard]] bool goes_on_at_end(const Record& record) const;
  /// Whether the record can only be of prints that the D program makes once, of which this recording has had all.
  [[nodiscard]] bool has_had(const Record& record) const;
  /// Whether the last record was of a print that the D program makes once, as it ends.
  [[nodiscard]] bool is_behind_last() const;
  /// Reports that the record may not be the first of its aggregation.
  void report_mixed(const Record& record) const;
  /// Ends all profiles and reports what was assumed.
  /// `ends_in_record`: no empty line follows the last one.
  void finish(bool ends_in_record);

 private:
  struct Beside {
    AggregationProfile* table = nullptr;
    std::uint64_t prints = 0;  ///< of the numbers, when the last table was added
    std::uint64_t recordings = 0;
  };

  [[nodiscard]] Break break_at_known(const Record& record, bool falls) const;
  AggregationProfile& chosen(const Record& record, Break why);
  AggregationProfile& choose_printed(const Record& record);
  AggregationProfile& found_or_made(const Record& record);
  AggregationProfile& with_no_keys(const Record& record);
  void report_headless_print(const Record& record) const;
  void report_same_keys(const Record& record) const;
  AggregationProfile* next_of_program(const Record& record);
  AggregationProfile& next_run(const Record& record, bool is_certain);
  AggregationProfile* next_of_settings(const Record& record);
  AggregationProfile& printed_again(AggregationProfile& aggregation, const Record& record);
  std::optional<std::size_t> like_to_come(const Record& record) const;
  [[nodiscard]] bool are_named_by_hand() const;
  [[nodiscard]] bool is_below_heading(const Record& record) const;

  Sources sources_;
  KnownAggregations known_;
  HeadedPrints headed_;
  std::map<const AggregationProfile*, Beside> beside_;  ///< by the aggregation of the numbers
  AggregationProfile* current_ = nullptr;
  std::optional<std::size_t> last_print_;  ///< of the D program
  std::optional<std::size_t> last_turn_;   ///< of those that it repeats
  bool has_odd_gap_ = false;               ///< one that the D program does not explain
  bool is_cut_ = false;                    ///< the input begins within a print
  bool has_gap_ = false;                   ///< before a print that the D program repeats, or at the end
};

}  // namespace profconv::dtrace
