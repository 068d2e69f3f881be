// SPDX-License-Identifier: Apache-2.0
// Records on their way to a thread that makes samples of them while the next are read.
#pragma once

#include <cstddef>
#include <future>

#include "readers/dtrace/packed_records.h"
#include "readers/dtrace/record.h"
#include "readers/dtrace/record_reader.h"

namespace profconv::dtrace {

/// Hands records on in their order, in batches, each by a thread.
class RecordsBehind final : public RecordSink {
 public:
  /// `lines_a_batch`: about how many lines of text the records of a batch take; 0: each is handed on at once.
  RecordsBehind(RecordSink& sink, std::size_t lines_a_batch) : sink_(sink), lines_a_batch_(lines_a_batch) {}
  RecordsBehind(const RecordsBehind&) = delete;
  RecordsBehind& operator=(const RecordsBehind&) = delete;
  ~RecordsBehind() override = default;

  /// Throws what the sink threw of an earlier record; the sink gets no record behind that.
  void add(const Record& record) override;
  /// Waits until the sink has had all records. Throws what it threw.
  void settle();

 private:
  void wait();
  void close_batch();

  RecordSink& sink_;
  std::size_t lines_a_batch_;
  PackedRecords next_;
  PackedRecords given_;       ///< what is being handed on
  std::future<void> giving_;  ///< last: waited for before what it uses is gone
};

}  // namespace profconv::dtrace
