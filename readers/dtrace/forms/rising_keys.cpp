// SPDX-License-Identifier: Apache-2.0
// A trial reading of the first lines, of which only the keys are looked at.
#include "readers/dtrace/forms/rising_keys.h"

#include <algorithm>
#include <vector>

#include "readers/dtrace/forms/grammar.h"

namespace profconv::dtrace {

namespace {

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
      seen.is_time = seen.is_time && column.kind != ColumnKind::text && (records_ == 0 || value >= seen.last);
      seen.rises = seen.rises || (records_ != 0 && value > seen.last);
      seen.last = value;
    }
    ++records_;
  }

  [[nodiscard]] bool is_time(std::size_t column) const { return columns_[column].is_time && columns_[column].rises; }

 private:
  struct Seen {
    bool is_time = true;
    bool rises = false;
    std::int64_t last = 0;
  };

  std::vector<Seen> columns_;
  std::size_t records_ = 0;
};

void settle(std::vector<KeyName>& keys, std::string_view head) {
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
    const bool time = !has_time && columns.is_time(i);
    keys[i] = time ? KeyName{KeyRole::timestamp, "timestamp"} : KeyName{};
    has_time = has_time || time;
  }
}

}  // namespace

void settle_timestamps(Settings& settings, std::string_view head) {
  for (std::vector<KeyName>& keys : settings.keys) settle(keys, head);
}

}  // namespace profconv::dtrace
