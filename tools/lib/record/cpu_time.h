// SPDX-License-Identifier: Apache-2.0
// What a process has computed, for comparing samples with.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>

namespace profconv::record {

struct CpuTime {
  std::chrono::milliseconds user{0};
  std::chrono::milliseconds system{0};
};

/// Of all threads of a process that was not reaped, those that have ended too; and `with_children` of the children that
/// it waited for. In steps of 10 ms. Nothing where the system does not tell: only Linux does (proc(5), /proc/PID/stat).
[[nodiscard]] std::optional<CpuTime> cpu_time_of(pid_t pid, bool with_children);

}  // namespace profconv::record
