// SPDX-License-Identifier: Apache-2.0
// The samples that the records of one aggregation become.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "profconv/profile_builder.h"
#include "readers/dtrace/aggregations/keys.h"
#include "readers/dtrace/aggregations/last_values.h"
#include "readers/dtrace/aggregations/print_rows.h"
#include "readers/dtrace/aggregations/print_sums.h"
#include "readers/dtrace/aggregations/reprinted_samples.h"
#include "readers/dtrace/aggregations/sources.h"
#include "readers/dtrace/aggregations/table_schemes.h"
#include "readers/dtrace/aggregations/zero_samples.h"
#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/program/description.h"
#include "readers/dtrace/text/table.h"

namespace profconv::dtrace {

/// Fills one profile.
class RecordSamples {
 public:
  /// Makes the profile, for records like this one. Throws ReadError if it cannot be what it is described as.
  RecordSamples(const Sources& sources, const Record& record, std::shared_ptr<const Description> description,
                std::string name);

  /// Adds a record; `stack` is its own. `replaces`: an earlier print has it, and this one counts. Throws ReadError,
  /// LimitError.
  void add(const Record& record, StackId stack, bool replaces);
  /// The records that follow are another print.
  void begin_print() { last_values_.begin_print(); }
  /// Completes the profile. `prints`: what the option or the D program says of prints.
  void finish(Prints prints);

  [[nodiscard]] ProfileBuilder& profile() { return profile_; }
  /// From here on the rows of prints are known to end_print().
  void watch_rows() { rows_.emplace(); }
  /// Tells which rows the print that has ended has, or has with the value 0.
  void end_print(PrintSums& sums) {
    sums.set_zeros(zeros_.take_rows(profile_));
    if (rows_) sums.set_rows(rows_->take());
  }
  [[nodiscard]] std::span<const ValueType> value_types() const { return profile_.value_types(); }
  /// How the buckets of all tables so far can lie.
  [[nodiscard]] const TableSchemes& schemes() const { return schemes_; }
  /// Whether samples have start times.
  [[nodiscard]] bool has_times() const { return !profile_.samples().start_ns.empty(); }
  /// Whether several records became one sample.
  [[nodiscard]] bool has_joined() const { return has_joined_; }
  /// Whether an extreme is 0 that may be that of a key which only other aggregations of the print have.
  [[nodiscard]] bool may_lack_extremes() const { return may_lack_extremes_; }

 private:
  void add_samples(const Record& record, SampleKey& key);
  void add_table(const Record& record, SampleKey& key);
  bool add_per_cpu(const Record& record, SampleKey& key);
  [[nodiscard]] bool add_up(const Record& record) const;
  void note_row(const SampleKey& key, std::span<const std::int64_t> values, std::size_t samples);
  void note_absent_extremes();
  void report_cleared(std::size_t type, std::uint64_t line) const;
  void add_sample(SampleKey& key, std::span<const Number> values, std::uint64_t line);

  Sources sources_;
  std::shared_ptr<const Description> description_;
  ProfileBuilder& profile_;
  KeyColumns keys_;
  ReprintedSamples reprinted_;
  LastValues last_values_;
  ZeroSamples zeros_;
  std::optional<PrintRows> rows_;
  std::string label_unit_ = "count";
  std::vector<Label> labels_;
  std::vector<std::int64_t> values_;
  TableSchemes schemes_;
  bool is_table_;
  bool has_cpu_time_;
  bool has_last_values_;  ///< averages or deviations
  bool has_zeros_;        ///< sums, or counts, that may be 0 in one print and not in another
  bool replaces_ = false;
  bool may_lack_extremes_ = false;
  bool has_joined_ = false;
};

}  // namespace profconv::dtrace
