// SPDX-License-Identifier: Apache-2.0
// A trial reading of the first lines, of which only the keys are looked at.
#include "readers/dtrace/forms/rising_keys.h"

#include <algorithm>
#include <vector>

#include "readers/dtrace/forms/grammar.h"

namespace profconv::dtrace {

namespace {

/// A time in nanoseconds since the system started, a second or more ago.
constexpr std::int64_t least_time = 1'000'000'000;
/// Samples of one recording are this far apart or more on average.
constexpr std::int64_t least_gap = 1'000;

/// Follows the columns of the records that have as many as were named.
class RisingColumns final : public RecordSink {
 public:
  explicit RisingColumns(std::size_t count) : columns_(count) {}

  void add(const Record& record) override {
    if (record.columns.size() != columns_.size()) return;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      Seen& seen = columns_[i];
      const Column& column = record.columns[i];
      const std::int64_t value = column.number.value;
      seen.is_quad = seen.is_quad && column.kind == ColumnKind::quad;
      seen.falls = seen.falls || (records_ != 0 && value < seen.last);
      seen.least = records_ == 0 ? value : std::min(seen.least, value);
      seen.most = records_ == 0 ? value : std::max(seen.most, value);
      seen.last = value;
    }
    ++records_;
  }

  /// Whether the values of a column are as large and as far apart as timestamps. User ids and CPUs are not.
  [[nodiscard]] bool has_times(std::size_t column) const {
    const Seen& seen = columns_[column];
    if (records_ < 2 || !seen.is_quad || seen.least < least_time) return false;
    return (seen.most - seen.least) / least_gap >= static_cast<std::int64_t>(records_) - 1;
  }
  [[nodiscard]] bool is_sorted(std::size_t column) const { return !columns_[column].falls; }

 private:
  struct Seen {
    bool is_quad = true;
    bool falls = false;
    std::int64_t least = 0;
    std::int64_t most = 0;
    std::int64_t last = 0;
  };

  std::vector<Seen> columns_;
  std::size_t records_ = 0;
};

void settle(std::vector<KeyName>& keys, Settings& settings, std::string_view head) {
  const auto is_open = [](const KeyName& key) { return key.role == KeyRole::perhaps_timestamp; };
  const auto is_time = [](const KeyName& key) {
    return key.role == KeyRole::timestamp || key.role == KeyRole::walltimestamp;
  };
  if (std::none_of(keys.begin(), keys.end(), is_open)) return;
  Context silent;
  Input input = Input::from_memory("", head, silent);
  Report report(input, silent);
  FrameLines frames;
  RisingColumns columns(keys.size());
  LineReader lines(input);
  InputLines source(lines);
  Grammar(source, frames, columns, report).read();
  bool has_time = std::any_of(keys.begin(), keys.end(), is_time);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (!is_open(keys[i])) continue;
    const bool time = !has_time && columns.has_times(i) && columns.is_sorted(i);
    if (!has_time && columns.has_times(i) && !time) settings.unsorted_time = i + 1;
    keys[i] = time ? KeyName{KeyRole::timestamp, "timestamp"} : KeyName{};
    has_time = has_time || time;
  }
}

}  // namespace

void settle_timestamps(Settings& settings, std::string_view head) {
  for (std::vector<KeyName>& keys : settings.keys) settle(keys, settings, head);
}

}  // namespace profconv::dtrace
