// SPDX-License-Identifier: Apache-2.0
// What the records between samples say of processes: perf script --show-task-events and --show-mmap-events print them
// (perf_event__fprintf in tools/perf/util/event.c).
//
//   deep  6376  2905.797: PERF_RECORD_COMM exec: deep:6376/6376
//   deep  6376  2905.797: PERF_RECORD_FORK(6377:6377):(6376:6376)
//   deep  6377  2905.801: PERF_RECORD_EXIT(6377:6377):(6376:6376)
//   deep  6376  2905.797: PERF_RECORD_MMAP2 6376/6376: [0x55815ad39000(0x1000) @ 0x1000 fe:00 53 35]: r-xp /src/deep
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

#include "readers/perf/maps.h"

namespace profconv::perf {

class Processes {
 public:
  /// Takes a record from "PERF_RECORD_" on. False for one that says nothing of processes.
  bool take(std::string_view record);

  [[nodiscard]] std::optional<std::int64_t> pid_of(std::int64_t tid) const;
  /// The name of a process's first thread; empty: not known.
  [[nodiscard]] std::string_view name_of(std::int64_t pid) const;
  [[nodiscard]] const Maps& maps_of(std::optional<std::int64_t> pid) const;
  /// The paths of mapped jitdump files, in which just-in-time compilers list their functions.
  [[nodiscard]] const std::set<std::string>& jit_dumps() const { return jit_dumps_; }

 private:
  bool take_comm(std::string_view text);
  bool take_fork(std::string_view text);
  bool take_exit(std::string_view text);
  bool take_map(std::string_view text);
  std::string_view keep(std::string_view text);

  std::unordered_map<std::int64_t, std::int64_t> pids_;     ///< by tid
  std::unordered_map<std::int64_t, std::string> names_;     ///< by pid
  std::unordered_map<std::int64_t, Maps> maps_;             ///< by pid, of processes that have not ended
  std::unordered_map<std::int64_t, std::int64_t> threads_;  ///< by pid: how many have begun and not ended
  std::set<std::string> jit_dumps_;
  std::set<std::string, std::less<>> texts_;  ///< files and build ids of ranges
  std::uint64_t generations_ = 0;
};

}  // namespace profconv::perf
