// SPDX-License-Identifier: Apache-2.0
// One aggregation while it is read: which records are its own, and what its prints mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "readers/dtrace/aggregations/copies.h"
#include "readers/dtrace/aggregations/keys.h"
#include "readers/dtrace/aggregations/look_alikes.h"
#include "readers/dtrace/aggregations/print_order.h"
#include "readers/dtrace/aggregations/print_sums.h"
#include "readers/dtrace/aggregations/record_samples.h"
#include "readers/dtrace/aggregations/same_stacks.h"
#include "readers/dtrace/aggregations/sources.h"
#include "readers/dtrace/aggregations/table_totals.h"
#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/program/description.h"
#include "readers/dtrace/settings.h"
#include "readers/dtrace/text/key_set.h"

namespace profconv::dtrace {

/// The records of one aggregation, in one profile.
class AggregationProfile {
 public:
  /// Throws ReadError where the record cannot be what it is described as.
  AggregationProfile(const Sources& sources, const Record& record, std::shared_ptr<const Description> description,
                     std::string_view heading);

  /// Whether the record has this aggregation's keys and kind of value.
  [[nodiscard]] bool fits(const Record& record) const;
  /// Whether the record fits but for empty stacks that the first record seemed to begin with; if so, it had none.
  bool adopts(const Record& record);
  /// Whether the next record has the same keys but for stacks before them, and each record here follows an empty line,
  /// which may be such a stack.
  [[nodiscard]] bool may_lack_stacks_of(const Record& next) const;
  /// Whether the last record seems to begin with empty stacks, and the next, right below it, has the same keys
  /// otherwise.
  [[nodiscard]] bool ends_in_stacks_without(const Record& next) const;
  /// Whether its only record, right above the next, has the same keys but for a first text, which may be empty and its
  /// line lost.
  [[nodiscard]] bool may_lack_key_of(const Record& next) const;
  /// Whether a number alone below its only record may be that record's value, after an empty stack.
  [[nodiscard]] bool may_lack_value(const Record& next) const;
  /// Whether the last record has stacks alone for keys, all of them empty.
  [[nodiscard]] bool ends_without_frames() const { return !shape_.empty() && empty_stacks_ == shape_.size(); }
  [[nodiscard]] const std::string& shape() const { return shape_; }
  /// Whether the only print begins with more empty lines than such records do, and no text.
  [[nodiscard]] bool begins_below_gap() const { return begins_below_gap_ && prints_begun_ + recordings_begun_ == 0; }
  [[nodiscard]] bool is_table() const { return is_table_; }
  [[nodiscard]] bool is_default_form() const { return format_ == 0; }
  [[nodiscard]] std::uint64_t records() const { return records_; }
  [[nodiscard]] std::uint64_t first_line() const { return first_line_; }
  /// The heading without its numbers.
  [[nodiscard]] const std::string& heading() const { return heading_; }
  [[nodiscard]] bool has_keys(std::uint64_t key_hash) const { return keys_seen_.contains(key_hash); }
  /// Whether the last print of one has all keys of the other's.
  [[nodiscard]] bool shares_keys(const AggregationProfile& other) const {
    return keys_seen_.contains_all(other.keys_seen_) || other.keys_seen_.contains_all(keys_seen_);
  }
  /// Fetches what has_keys() and add() will look at.
  void prefetch_keys(std::uint64_t key_hash) const { keys_seen_.prefetch(key_hash); }
  [[nodiscard]] const PrintOrder& order() const { return order_; }

  [[nodiscard]] const std::shared_ptr<const Description>& description() const { return description_; }
  [[nodiscard]] Prints prints() const { return description_->prints.value_or(sources_.settings.prints); }

  /// How often the two below were called.
  [[nodiscard]] std::uint64_t recordings_begun() const { return recordings_begun_; }
  [[nodiscard]] std::uint64_t prints_begun() const { return prints_begun_; }
  /// The records that follow are of another recording, which adds to those before.
  void begin_recording();
  /// The records that follow are another print, which begins in `line`.
  void begin_print(std::uint64_t line);
  /// `stack` is the record's. Throws ReadError.
  void add(const Record& record, StackId stack, std::uint64_t key_hash);
  /// The record that begins in `line` has keys that came before in its print, and may be of another aggregation.
  void add_repeat(std::uint64_t line);
  /// The record has a stack that came before in its print, as those of several processes do.
  void add_same_stack(const Record& record) {
    same_stacks_.add(record.line, keys_seen_.size(), order_.never_fell() && order_.falls(sort_value(record)));
  }
  [[nodiscard]] bool has_repeats() const { return repeats_ != 0; }
  /// `others_fall`: the values of another aggregation of the input always fall.
  void finish(bool others_fall);

  std::size_t place = 0;        ///< in the order in which they appear
  std::uint64_t recording = 0;  ///< the last in which a record was added
  std::uint64_t last_use = 0;

 private:
  /// Whether the last print counts, and this record's keys were in an earlier one that its sample cannot merge with.
  [[nodiscard]] bool replaces_earlier(std::uint64_t key_hash);
  void end_print();
  void finish_prints();
  void report_missing_keys() const;
  void report_same_stacks();
  void report_absent_keys() const;
  void report_recordings() const;
  [[nodiscard]] bool adds_up() const;
  /// By the D program or an option.
  [[nodiscard]] bool is_told() const { return description_->print || !description_->functions.empty(); }
  [[nodiscard]] bool has_stacks() const { return shape_.find(stack_letter) != std::string::npos; }
  [[nodiscard]] bool has_only_stacks() const { return shape_.find_first_not_of(stack_letter) == std::string::npos; }
  [[nodiscard]] bool are_repeats_certain() const;
  void report_repeats() const;
  void report_lone_record() const;
  void report_order(bool others_fall) const;

  Sources sources_;
  std::shared_ptr<const Description> description_;
  std::string shape_;
  std::size_t numbers_;  ///< behind the keys of each record, if more than one
  std::size_t format_;
  std::string heading_;
  RecordSamples samples_;
  KeyGuess guess_;
  std::uint64_t first_line_;
  std::uint64_t negative_line_ = 0;  ///< of the last value below 0
  std::uint64_t records_ = 0;
  std::uint64_t recordings_begun_ = 0;
  std::uint64_t prints_begun_ = 0;
  KeySet keys_seen_;         ///< in this print
  KeySet keys_before_;       ///< in the print before, if the D program drops none
  KeySet keys_printed_;      ///< in any print, if samples have times and the last print counts
  bool lacks_keys_ = false;  ///< a print lacks keys of the one before that the D program did not drop
  PrintOrder order_;
  Copies copies_;
  TableTotals tables_;
  bool tables_shrink_ = false;
  PrintSums sums_;
  std::size_t repeats_ = 0;  ///< records with keys that came before in their print
  std::uint64_t first_repeat_ = 0;
  SameStacks same_stacks_;
  LookAlikes look_alikes_;           ///< from the first repeat on
  std::uint64_t printed_again_ = 0;  ///< the line in which the second print begins; 0: there is one
  bool is_table_;
  bool is_packed_;
  bool guessing_;
  bool follow_blanks_ = true;     ///< every record follows an empty line beyond its own newline
  bool has_empty_stack_;          ///< the first record has
  std::size_t empty_stacks_ = 0;  ///< that the last record begins with
  bool begins_below_gap_;         ///< the first print does
  bool follows_output_;           ///< the first record stood behind what an action printed
};

}  // namespace profconv::dtrace
