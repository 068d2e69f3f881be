// SPDX-License-Identifier: Apache-2.0
// Recordings that were pasted or appended twice: `cat run.out run.out`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/tables/id_table.h"
#include "readers/dtrace/text/report.h"

namespace profconv::dtrace {

/// Compares each recording with the one before it.
class Copies {
 public:
  void begin_recording() { before_ = std::exchange(now_, {}); }
  void observe(std::uint64_t key_hash, std::int64_t value, std::uint64_t line) {
    now_.hash = mix(mix(now_.hash, key_hash), static_cast<std::uint64_t>(value));
    if (now_.count++ == 0) now_.line = line;
    const bool is_copy = now_.count > 1 && now_.count == before_.count && now_.hash == before_.hash;
    if (is_copy && line_ == 0) line_ = now_.line;
  }
  /// Reports the first one that has all records of the one before, in the same order. One record alone may be equal by
  /// chance.
  void report(Report& report) const {
    if (line_ == 0) return;
    report.data_loss("dtrace.appended", line_,
                     "a recording begins here as the one before, record by record: it may be a copy, and is added");
  }

 private:
  struct Recording {
    std::uint64_t hash = 0;
    std::size_t count = 0;
    std::uint64_t line = 0;
  };

  Recording before_;
  Recording now_;
  std::uint64_t line_ = 0;
};

}  // namespace profconv::dtrace
