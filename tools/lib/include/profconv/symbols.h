// SPDX-License-Identifier: Apache-2.0
// Where names, source lines and inlined functions come from for frames that are an address, an offset in a module or
// an offset in a function: ELF symbols, DWARF, perf maps, jitdump files, /proc/kallsyms and copies of /proc/PID/maps
// (docs/symbols.md).
#pragma once

#include <string>
#include <vector>

#pragma GCC visibility push(default)
namespace profconv {

/// Where symbols may come from.
struct SymbolSources {
  bool local = false;              ///< files of this system, by the paths and build ids of a profile
  bool debuginfod = false;         ///< also the servers named in DEBUGINFOD_URLS
  std::vector<std::string> paths;  ///< files and folders of the user, looked at first

  [[nodiscard]] bool any() const { return local || debuginfod || !paths.empty(); }
};

/// Reads "auto", "debuginfod", "off" or a path; each word adds to the others, and all but folders bring this system's
/// files with them. Throws UsageError where a path does not exist, "off" contradicts others or no server is known.
[[nodiscard]] SymbolSources parse_symbol_sources(const std::vector<std::string>& words);

}  // namespace profconv
#pragma GCC visibility pop
