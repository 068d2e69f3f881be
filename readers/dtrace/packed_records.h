// SPDX-License-Identifier: Apache-2.0
// Many records in few arrays: what one processor writes and another reads is as little as can be, and side by side.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "readers/dtrace/record.h"
#include "readers/dtrace/record_reader.h"

namespace profconv::dtrace {

/// Records of keys and one number, as most are.
class PackedRecords {
 public:
  /// Whether a record has nothing that there is no place for here.
  [[nodiscard]] static bool can_hold(const Record& record);

  /// Where this throws, those before are left, and none may come behind them before clear().
  void add(const Record& record);
  /// Gives all to a sink, in their order. Throws what the sink throws.
  void give(RecordSink& sink) const;
  /// About how many lines of text they took, with one for each key.
  [[nodiscard]] std::size_t lines() const {
    constexpr std::size_t text_line_bytes = 50;
    return entries_.size() + columns_.size() + texts_.size() / text_line_bytes + frames_.size();
  }
  void clear();

 private:
  /// How much of each array a record takes.
  struct Entry {
    RecordHead head;
    std::size_t shape = 0;
    std::size_t columns = 0;
    std::size_t text = 0;
    std::size_t stacks = 0;
    std::size_t frames = 0;
  };

  std::vector<Entry> entries_;
  std::string shapes_;
  std::vector<Column> columns_;
  std::string texts_;
  std::vector<std::size_t> stacks_;
  std::vector<FrameLine> frames_;
};

}  // namespace profconv::dtrace
