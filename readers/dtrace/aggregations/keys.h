// SPDX-License-Identifier: Apache-2.0
// From the scalar keys of a record to the thread, the time and the labels of a sample.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "profconv/profile_builder.h"
#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/settings.h"
#include "readers/dtrace/text/report.h"

namespace profconv::dtrace {

/// Gives the keys of one aggregation their meaning. Columns without a name become the labels key1, key2, ...
class KeyColumns {
 public:
  /// No names: every column is a label.
  KeyColumns(ProfileSetBuilder& builder, std::vector<KeyName> names, Report& report)
      : builder_(builder), names_(std::move(names)), report_(report) {}

  /// Fills thread, time and `labels` but not the stack. Throws ReadError where the columns are not those that were
  /// named.
  void apply(const Record& record, SampleKey& key, std::vector<Label>& labels);
  /// Sets the clock where a column is a time.
  void describe(Metadata& metadata) const;

 private:
  void check_count(const Record& record) const;
  [[nodiscard]] std::int64_t number(const Record& record, std::size_t column) const;
  [[nodiscard]] StringId label_key(std::size_t column);
  void add_label(const Record& record, std::size_t column, std::vector<Label>& labels);
  void set_thread(const Thread& thread, SampleKey& key);

  ProfileSetBuilder& builder_;
  std::vector<KeyName> names_;
  Report& report_;
  std::vector<StringId> label_keys_;  ///< by column; none: not asked for yet
  Thread last_thread_;
  ThreadId last_thread_id_;
};

/// Looks at columns without names for what they may be: times that rise, processes and threads.
class KeyGuess {
 public:
  void observe(const Record& record);
  /// "timestamp,pid,tid", or "" where nothing stands out.
  [[nodiscard]] std::string proposal() const;

 private:
  struct Seen {
    ColumnKind kind = ColumnKind::text;
    std::int64_t last = 0;
    std::int64_t least = 0;
    std::int64_t most = 0;
    std::uint64_t rises = 0;
    bool below_next = true;  ///< never larger than the next column
  };

  [[nodiscard]] bool looks_like_time(const Seen& seen) const;
  [[nodiscard]] static bool looks_like_pid(const Seen& seen, const Seen& next, bool after_time);

  std::vector<Seen> columns_;
  std::uint64_t records_ = 0;
};

}  // namespace profconv::dtrace
