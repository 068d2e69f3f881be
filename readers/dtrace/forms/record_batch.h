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

/// Hands records on in their order.
class RecordBatch final : public RecordSink {
 public:
  /// `sink` must outlive the batch.
  explicit RecordBatch(RecordSink& sink) : sink_(sink) {}

  void add(const Record& record) override {
    records_[count_] = record;
    if (++count_ == records_.size()) settle();
  }
  /// Hands on what waits. Where the sink throws, the rest is dropped.
  void settle() {
    const std::size_t count = std::exchange(count_, 0);
    for (std::size_t i = 0; i < count; ++i) sink_.add(records_[i]);
  }

 private:
  RecordSink& sink_;
  std::array<Record, 16> records_;
  std::size_t count_ = 0;
};

}  // namespace profconv::dtrace
