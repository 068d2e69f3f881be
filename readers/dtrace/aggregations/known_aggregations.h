// SPDX-License-Identifier: Apache-2.0
// All aggregations of an input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "readers/dtrace/aggregations/aggregation_profile.h"
#include "readers/dtrace/aggregations/sources.h"
#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/program/description.h"

namespace profconv::dtrace {

/// Holds them in the order in which they appear, and makes new ones.
class KnownAggregations {
 public:
  KnownAggregations(const Sources& sources, const ExpectedPrints& prints)
      : sources_(sources), descriptions_(sources.settings, prints) {}

  [[nodiscard]] const Descriptions& descriptions() const { return descriptions_; }
  [[nodiscard]] bool any() const { return !all_.empty(); }
  /// How many were told apart; a distribution printed with numbers is not counted.
  [[nodiscard]] std::size_t described() const { return described_; }
  /// Whether a print of the D program has records in this recording.
  [[nodiscard]] bool has_found(std::size_t print) const;
  /// Whether a recording before this one had records like it.
  [[nodiscard]] bool had_like(const Record& record) const;
  /// Whether records of the input have such keys before a stack, maybe after other stacks.
  [[nodiscard]] bool has_stack_behind(const std::string& keys) const;

  /// Whether a print that the D program repeats has had no records in this recording, or may have lost them since, so
  /// that an empty one may come now.
  [[nodiscard]] bool may_print_nothing() const;

  /// The text above the records that follow; "": none.
  void set_heading(std::string heading);
  [[nodiscard]] const std::string& heading() const { return heading_; }
  /// The record that numbers are part of, where a table belongs to them; null: none.
  void set_whole(const Record* record) { whole_ = record; }
  [[nodiscard]] const Record& whole_of(const Record& record) const { return whole_ == nullptr ? record : *whole_; }
  [[nodiscard]] bool has_whole() const { return whole_ != nullptr; }
  void begin_recording();
  /// A record is added.
  void use(AggregationProfile& aggregation);

  /// One that the record fits and this recording has not printed yet; null: none. `below_heading`: it has the heading.
  [[nodiscard]] AggregationProfile* next_of_recording(const Record& record, bool below_heading);
  /// The last one used that the record and the heading fit; null: none.
  [[nodiscard]] AggregationProfile* last_used(const Record& record) const;
  /// The one at this place, if the record fits; else null.
  [[nodiscard]] AggregationProfile* at(std::size_t place, const Record& record) const;
  /// The aggregation of a print of the D program, of which this is the first record; makes it if it is new.
  AggregationProfile& of_program(std::size_t print, const Record& record);
  /// A print of an aggregation that the recording has printed before begins with the record.
  void print_again(AggregationProfile& aggregation, const Record& record) const;
  /// Makes one for records like this.
  AggregationProfile& make(const Record& record);
  /// Makes one with a description and a place. Throws LimitError.
  AggregationProfile& add(const Record& record, std::shared_ptr<const Description> description, std::size_t place);

  /// Reports records above the first heading if they look like those below one. `is_cut`: the input begins within a
  /// print; else only headings with numbers count, such as dates, which are most likely above every print, and those of
  /// the same keys.
  void report_headless(bool is_cut) const;
  /// Whether an aggregation without records was reported.
  [[nodiscard]] bool has_untold() const { return has_untold_; }
  /// Ends all profiles and reports what was assumed. `has_gap`: a repeated print may have had no records.
  void finish(bool has_gap);

 private:
  /// Those that have the heading; without one, all.
  [[nodiscard]] std::span<AggregationProfile* const> of_heading() const;
  void report_reversed() const;
  void report_untold();
  void report_second_table(const Record& record) const;
  void report_torn(const Record& record) const;
  void report_unexpected(const Record& record, const Description& description) const;

  Sources sources_;
  Descriptions descriptions_;
  std::size_t described_ = 0;
  std::vector<std::unique_ptr<AggregationProfile>> all_;
  std::unordered_map<std::string, std::vector<AggregationProfile*>> by_heading_;  ///< "": all
  /// Those of the D program, by the first print of the same aggregations.
  std::unordered_map<std::size_t, std::vector<AggregationProfile*>> by_print_;
  std::string heading_;
  std::string plain_heading_;  ///< without its numbers
  const Record* whole_ = nullptr;
  std::uint64_t recording_ = 0;
  bool has_untold_ = false;      ///< reported
  std::size_t not_printed_ = 0;  ///< how many this recording has not printed yet
  std::uint64_t uses_ = 0;
};

}  // namespace profconv::dtrace
