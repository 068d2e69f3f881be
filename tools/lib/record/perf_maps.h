// SPDX-License-Identifier: Apache-2.0
// The functions of just-in-time compilers, which they list in /tmp/perf-PID.map while they run.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "tools/lib/symbolize/symbol_table.h"

namespace profconv::record {

class PerfMaps {
 public:
  /// The function of a process at an address; empty: not known. For an address without one a file is read again if it
  /// has grown, less often the longer that takes, and only if it belongs to the process's user or to root: anyone can
  /// write it.
  [[nodiscard]] std::string name_at(pid_t pid, std::uint64_t address);

 private:
  using Clock = std::chrono::steady_clock;
  struct Known {
    std::unique_ptr<symbolize::SymbolTable> table;  ///< null: no file was read
    std::uint64_t size = 0;                         ///< when it was read
    Clock::time_point next;                         ///< to look at it again
  };

  std::map<pid_t, Known> known_;
};

}  // namespace profconv::record
