// SPDX-License-Identifier: Apache-2.0
// One aggregation while it is read: which records are its own, and the samples they become.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "profconv/profile_builder.h"
#include "readers/dtrace/frames.h"
#include "readers/dtrace/key_set.h"
#include "readers/dtrace/keys.h"
#include "readers/dtrace/record.h"
#include "readers/dtrace/report.h"
#include "readers/dtrace/settings.h"

namespace profconv::dtrace {

/// What all records of a reading share.
struct Sources {
  ProfileSetBuilder& builder;
  Frames& frames;
  const Settings& settings;
  Report& report;
};

/// A heading without its numbers: dates, intervals and totals differ from print to print.
[[nodiscard]] std::string without_numbers(std::string_view heading);
/// A hash of all keys of a record, of its stacks line by line.
[[nodiscard]] std::uint64_t hash_of_keys(const Record& record);
/// The value by which DTrace sorts: that of a table is the sum of its counts.
[[nodiscard]] std::int64_t sort_value(const Record& record);

/// Whether records come sorted by their values, as DTrace prints them by default, or by a key.
class PrintOrder {
 public:
  [[nodiscard]] bool falls(std::int64_t value) const { return records_ != 0 && value < last_value_; }
  void observe(const Record& record, std::int64_t value);
  /// The line where the values leave their order, if they do so seldom that another aggregation may begin there; or 0.
  [[nodiscard]] std::uint64_t first_restart() const;

 private:
  /// Whether a column of keys only rises.
  struct Rising {
    bool rising = true;
    bool moves = false;
  };
  void observe_keys(const Record& record);

  std::uint64_t records_ = 0;
  std::int64_t last_value_ = 0;
  std::uint64_t falls_ = 0;
  std::uint64_t first_fall_ = 0;
  std::uint64_t rises_ = 0;
  std::uint64_t first_rise_ = 0;
  std::vector<Rising> columns_;
  std::vector<Column> last_columns_;
  std::string last_text_;
};

/// Fills one profile with the records of one aggregation.
class AggregationProfile {
 public:
  /// `number` counts aggregations from 0. Throws ReadError where the record cannot be what the user said it is.
  AggregationProfile(const Sources& sources, const Record& record, std::size_t number, std::string_view heading);

  /// Whether the record has this aggregation's keys and kind of value.
  [[nodiscard]] bool fits(const Record& record) const;
  /// The heading without its numbers.
  [[nodiscard]] const std::string& heading() const { return heading_; }
  [[nodiscard]] bool has_keys(std::uint64_t key_hash) const { return keys_seen_.contains(key_hash); }
  [[nodiscard]] const PrintOrder& order() const { return order_; }

  void begin_print() { keys_seen_.clear(); }
  /// Throws ReadError.
  void add(const Record& record, std::uint64_t key_hash);
  void finish();

  std::uint64_t recording = 0;  ///< the last in which a record was added
  std::uint64_t last_use = 0;

 private:
  struct LastRow {
    SampleKey key;
    std::int64_t value = 0;
  };

  void describe(const Record& record, std::size_t number, std::string_view heading);
  void add_samples(const Record& record, std::uint64_t key_hash);
  void add_table(const Record& record, SampleKey& key, std::uint64_t key_hash);
  bool add_per_cpu(const Record& record, SampleKey& key, std::uint64_t key_hash);
  void add_sample(SampleKey& key, const Number& value, std::uint64_t key_hash, std::uint64_t line);
  [[nodiscard]] StackId stack_of(const Record& record);
  void append_part(const Record& record, std::size_t stack, FrameKind kind);
  [[nodiscard]] bool is_kernel_part(const Record& record, std::size_t stack);

  Sources sources_;
  std::string shape_;
  bool is_table_;
  BucketSchemes schemes_ = all_schemes;
  std::string heading_;
  Function function_;
  std::string label_unit_;
  ProfileBuilder* profile_ = nullptr;
  KeyColumns keys_;
  KeyGuess guess_;
  bool guessing_;
  std::uint64_t first_line_;
  KeySet keys_seen_;
  PrintOrder order_;
  std::unordered_map<std::uint64_t, std::size_t> last_row_of_;
  std::vector<LastRow> last_rows_;
  std::vector<LabelText> labels_;
  std::vector<FrameId> scratch_;
};

}  // namespace profconv::dtrace
