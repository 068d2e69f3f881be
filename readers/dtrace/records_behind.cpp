// SPDX-License-Identifier: Apache-2.0
// Two batches: one is filled while the other is handed on.
#include "readers/dtrace/records_behind.h"

#include <utility>

namespace profconv::dtrace {

void RecordsBehind::add(const Record& record) {
  if (lines_a_batch_ == 0) return sink_.add(record);
  if (!PackedRecords::can_hold(record)) {
    settle();
    return sink_.add(record);
  }
  next_.add(record);
  if (next_.lines() < lines_a_batch_) return;
  close_batch();
  giving_ = std::async(std::launch::async | std::launch::deferred, [this] { given_.give(sink_); });
}

void RecordsBehind::wait() {
  if (!giving_.valid()) return;
  try {
    giving_.get();
  } catch (...) {
    next_.clear();
    throw;
  }
}

void RecordsBehind::close_batch() {
  wait();
  std::swap(next_, given_);
  next_.clear();
}

void RecordsBehind::settle() {
  close_batch();
  given_.give(sink_);
}

}  // namespace profconv::dtrace
