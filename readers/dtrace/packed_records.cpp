// SPDX-License-Identifier: Apache-2.0
// Packing and unpacking, array by array.
#include "readers/dtrace/packed_records.h"

namespace profconv::dtrace {

namespace {

template <class Array>
void append(Array& all, const Array& part) {
  all.insert(all.end(), part.begin(), part.end());
}

/// Copies the next `count` of an array, from `at` on, which moves behind them.
template <class Array, class At>
void take(Array& part, At& at, std::size_t count) {
  const At begin = at;
  at += static_cast<std::ptrdiff_t>(count);
  part.assign(begin, at);
}

}  // namespace

bool PackedRecords::can_hold(const Record& record) {
  return !record.is_table && record.values.empty() && record.rows.empty() && record.cpus.empty() &&
         record.before.text.empty();
}

void PackedRecords::add(const Record& record) {
  append(shapes_, record.shape);
  append(columns_, record.columns);
  append(texts_, record.text);
  append(stacks_, record.stacks);
  append(frames_, record.frames);
  // Last: what there was no memory for is no record.
  entries_.push_back({.head = static_cast<const RecordHead&>(record),
                      .shape = record.shape.size(),
                      .columns = record.columns.size(),
                      .text = record.text.size(),
                      .stacks = record.stacks.size(),
                      .frames = record.frames.size()});
}

void PackedRecords::give(RecordSink& sink) const {
  Record record;
  auto shape = shapes_.begin();
  auto column = columns_.begin();
  auto text = texts_.begin();
  auto stack = stacks_.begin();
  auto frame = frames_.begin();
  for (const Entry& entry : entries_) {
    static_cast<RecordHead&>(record) = entry.head;
    take(record.shape, shape, entry.shape);
    take(record.columns, column, entry.columns);
    take(record.text, text, entry.text);
    take(record.stacks, stack, entry.stacks);
    take(record.frames, frame, entry.frames);
    sink.add(record);
  }
}

void PackedRecords::clear() {
  entries_.clear();
  shapes_.clear();
  columns_.clear();
  texts_.clear();
  stacks_.clear();
  frames_.clear();
}

}  // namespace profconv::dtrace
