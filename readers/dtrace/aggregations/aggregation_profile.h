// SPDX-License-Identifier: Apache-2.0
// One aggregation while it is read: which records are its own, and the samples they become.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/profile_builder.h"
#include "readers/dtrace/aggregations/keys.h"
#include "readers/dtrace/aggregations/print_order.h"
#include "readers/dtrace/aggregations/print_sums.h"
#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/program/description.h"
#include "readers/dtrace/settings.h"
#include "readers/dtrace/text/key_set.h"
#include "readers/dtrace/text/report.h"

namespace profconv::dtrace {

/// What all records of a reading share.
struct Sources {
  ProfileSetBuilder& builder;
  const Settings& settings;
  Report& report;
};

/// A heading without its numbers: dates, intervals and totals differ from print to print.
[[nodiscard]] std::string without_numbers(std::string_view heading);
/// A hash of all keys of a record, of its stacks line by line.
[[nodiscard]] std::uint64_t hash_of_keys(const Record& record);
/// Fills one profile with the records of one aggregation.
class AggregationProfile {
 public:
  /// Throws ReadError where the record cannot be what it is described as.
  AggregationProfile(const Sources& sources, const Record& record, std::shared_ptr<const Description> description,
                     std::string_view heading);

  /// Whether the record has this aggregation's keys and kind of value.
  [[nodiscard]] bool fits(const Record& record) const;
  /// Whether the record fits but for empty stacks that the first record seemed to begin with; if so, it had none.
  bool adopts(const Record& record);
  /// The heading without its numbers.
  [[nodiscard]] const std::string& heading() const { return heading_; }
  [[nodiscard]] bool has_keys(std::uint64_t key_hash) const { return keys_seen_.contains(key_hash); }
  /// Fetches what has_keys() and add() will look at.
  void prefetch_keys(std::uint64_t key_hash) const { keys_seen_.prefetch(key_hash); }
  [[nodiscard]] const PrintOrder& order() const { return order_; }

  [[nodiscard]] const std::shared_ptr<const Description>& description() const { return description_; }
  [[nodiscard]] Prints prints() const { return description_->prints.value_or(sources_.settings.prints); }

  /// The records that follow are of another recording, which adds to those before.
  void begin_recording();
  /// The records that follow are another print, which begins in `line`.
  void begin_print(std::uint64_t line);
  /// `stack` is the record's. Throws ReadError.
  void add(const Record& record, StackId stack, std::uint64_t key_hash);
  /// The record that begins in `line` has keys that came before in its print, and may be of another aggregation.
  void add_repeat(std::uint64_t line);
  [[nodiscard]] bool has_repeats() const { return repeats_ != 0; }
  void finish();

  std::size_t place = 0;        ///< in the order in which they appear
  std::uint64_t recording = 0;  ///< the last in which a record was added
  std::uint64_t last_use = 0;

 private:
  void describe(const Record& record, std::string_view heading);
  [[nodiscard]] ValueType number_type(const Record& record, std::size_t number, std::size_t count);
  void check_functions(const Record& record) const;
  void note_doubtful_keys(const Record& record) const;
  void add_value_types(const Record& record);
  void add_samples(const Record& record, StackId stack);
  void add_table(const Record& record, SampleKey& key);
  bool add_per_cpu(const Record& record, SampleKey& key);
  void add_sample(SampleKey& key, std::span<const Number> values, std::uint64_t line);
  void finish_prints();
  void report_repeats() const;

  Sources sources_;
  std::shared_ptr<const Description> description_;
  std::string shape_;
  std::size_t numbers_;  ///< behind the keys of each record, if more than one
  std::size_t format_;
  std::string heading_;
  std::string label_unit_ = "count";
  ProfileBuilder* profile_ = nullptr;
  KeyColumns keys_;
  KeyGuess guess_;
  std::uint64_t first_line_;
  std::uint64_t records_ = 0;
  KeySet keys_seen_;
  PrintOrder order_;
  PrintSums sums_;
  std::size_t repeats_ = 0;  ///< records with keys that came before in their print
  std::uint64_t first_repeat_ = 0;
  std::uint64_t printed_again_ = 0;  ///< the line in which the second print begins; 0: there is one
  std::vector<LabelText> labels_;
  std::vector<std::int64_t> values_;
  BucketSchemes schemes_ = all_schemes;
  bool is_table_;
  bool is_packed_;
  bool has_cpu_time_ = false;
  bool guessing_;
  bool follows_output_;  ///< the first record stood behind what an action printed
};

}  // namespace profconv::dtrace
