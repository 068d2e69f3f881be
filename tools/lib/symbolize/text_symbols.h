// SPDX-License-Identifier: Apache-2.0
// Symbol tables that are text: what a just-in-time compiler writes for perf, and the kernel's.
//
//   7f21a80043a0 1c0 Interpreter::run          /tmp/perf-PID.map: start, size, name
//   ffffffff81000130 T entry_SYSCALL_64        /proc/kallsyms: start, type, name, [module]
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tools/lib/symbolize/symbol_table.h"

namespace profconv::symbolize {

/// "/tmp/perf-PID.map", where a compiler lists the functions of that process.
[[nodiscard]] std::string perf_map_path(std::int64_t pid);
/// The process of "/tmp/perf-PID.map"; Thread::unknown for other paths.
[[nodiscard]] std::int64_t perf_map_pid(std::string_view path);

/// Fills the table from a file of either kind; leaves it as it is for other files.
void read_text_symbols(const std::string& path, SymbolTable& table);

}  // namespace profconv::symbolize
