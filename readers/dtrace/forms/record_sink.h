// SPDX-License-Identifier: Apache-2.0
// Where records go.
#pragma once

namespace profconv::dtrace {

struct Record;

/// Takes the records of an input in their order.
class RecordSink {
 public:
  virtual ~RecordSink() = default;
  virtual void add(const Record& record) = 0;
};

}  // namespace profconv::dtrace
