// SPDX-License-Identifier: Apache-2.0
// Linux's account of a process (proc(5), /proc/PID/stat).
#pragma once

#include <sys/types.h>

#include <string>

namespace profconv::record {

/// The fields after the name, which may hold anything: "S 17 ...". Empty: no such process, or another system.
[[nodiscard]] std::string process_stat(pid_t pid);

}  // namespace profconv::record
