// SPDX-License-Identifier: Apache-2.0
// jit-PID.dump, in which just-in-time compilers (V8, OpenJDK's agent, CPython, .NET) say where they put which function
// and its lines; `perf inject --jit` reads it, too. The format is in Linux, at
// tools/perf/Documentation/jitdump-specification.txt.
#pragma once

#include <string>

#include "tools/lib/symbolize/symbol_table.h"

namespace profconv::symbolize {

/// Fills the table from such a file, up to where it is cut. False for other files, and those of the other byte order.
bool read_jit_dump(const std::string& path, SymbolTable& table);

}  // namespace profconv::symbolize
