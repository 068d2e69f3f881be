// SPDX-License-Identifier: Apache-2.0
// Linux's account of a process (proc(5), /proc/PID/stat, /proc/PID/comm).
#pragma once

#include <sys/types.h>

#include <string>

namespace profconv::record {

/// The fields after the name, which may hold anything: "S 17 ...". Empty: no such process, or another system.
[[nodiscard]] std::string process_stat(pid_t pid);
/// "nginx", which may hold anything. Empty as above.
[[nodiscard]] std::string process_name(pid_t pid);

}  // namespace profconv::record
