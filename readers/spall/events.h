// SPDX-License-Identifier: Apache-2.0
// The events of a trace, after its header. core/wire/spall.h has their layouts.
#pragma once

#include "readers/spall/bytes.h"
#include "readers/spall/clock.h"
#include "readers/spall/trace.h"

namespace profconv::spall_in {

void read_v1(Bytes& bytes, Clock& clock, Trace& trace);
void read_v3(Bytes& bytes, Clock& clock, Trace& trace);
/// Auto-tracing, version 3; `program` is the mapping of all addresses.
void read_automatic(Bytes& bytes, Clock& clock, MappingId program, ProfileSetBuilder& builder, Trace& trace);

/// A buffer of events, as long as its header says.
class Buffer {
 public:
  Buffer(Bytes& bytes, Trace& trace, std::uint64_t size)
      : bytes_(&bytes), trace_(&trace), end_(bytes.offset() + size) {}

  [[nodiscard]] bool at_end() const { return bytes_->offset() >= end_; }
  /// Whether an event of `count` bytes is there; where not, that is said, and no more of the buffer can be read.
  [[nodiscard]] bool fits(std::uint64_t count);
  /// Goes `count` bytes ahead, which need not fit into the window.
  [[nodiscard]] bool skips(std::uint64_t count);
  /// Goes to the end; false where the input has none.
  [[nodiscard]] bool leave();

 private:
  Bytes* bytes_;
  Trace* trace_;
  std::uint64_t end_;
};

void report_cut(const Bytes& bytes, Trace& trace, std::string_view what);

}  // namespace profconv::spall_in
