// SPDX-License-Identifier: Apache-2.0
// Records, several at once. Reading a record and adding it run through as much code as a processor's first cache holds,
// each by itself: record by record, one would push the other's code out, and most of the time would go by waiting for
// it.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/forms/record_sink.h"

namespace profconv::dtrace {

/// Keeps the record that is being read, and those before it until they are handed on, in their order.
class RecordBatch final : public RecordSink {
 public:
  /// `sink` must outlive the batch.
  explicit RecordBatch(RecordSink& sink) : sink_(sink) {}

  /// The record that is being read, empty at first. It stays where it is until end_record().
  [[nodiscard]] Record& open() { return records_[open_]; }
  [[nodiscard]] const Record& open() const { return records_[open_]; }
  /// It is whole; begins the next one.
  void end_record() {
    if (++open_ == records_.size()) {
      settle();
      first_ = open_ = 0;
    }
    open().clear();
  }
  /// Hands on what waits, and then a record that was made elsewhere.
  void add(const Record& record) override {
    settle();
    sink_.add(record);
  }
  /// Hands on what waits. Where the sink throws, the rest is dropped.
  void settle() {
    std::size_t next = std::exchange(first_, open_);
    while (next != open_) sink_.add(records_[next++]);
  }

 private:
  RecordSink& sink_;
  std::array<Record, 16> records_;
  std::size_t first_ = 0;  ///< that waits
  std::size_t open_ = 0;
};

}  // namespace profconv::dtrace
