// SPDX-License-Identifier: Apache-2.0
// The functions of files that are mapped in processes, in containers too.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "profconv/context.h"
#include "profconv/symbols.h"
#include "tools/lib/symbolize/debug_files.h"
#include "tools/lib/symbolize/elf_file.h"
#include "tools/lib/symbolize/mapped_files.h"
#include "tools/lib/symbolize/user_files.h"

namespace profconv::record {

class MappedSymbols {
 public:
  MappedSymbols() = default;
  MappedSymbols(const MappedSymbols&) = delete;
  MappedSymbols& operator=(const MappedSymbols&) = delete;

  /// The function at an address of a process, where `file` is mapped; by its debug file, if this system has it. A file
  /// is read once, while a process runs that has it mapped, or where its path leads to it.
  [[nodiscard]] symbolize::Symbol find(pid_t pid, const symbolize::MappedFile& file, std::uint64_t address);
  /// The build id of a file that find() was asked for; else, and where it has none, empty.
  [[nodiscard]] std::string build_id(const symbolize::MappedFile& file) const;

 private:
  struct Symbols {
    explicit Symbols(const std::string& path) : program(path) {}
    symbolize::ElfFile program;
    std::unique_ptr<symbolize::ElfFile> debug;  ///< null: has none
  };

  [[nodiscard]] Symbols read(pid_t pid, const symbolize::MappedFile& file) const;

  Context context_;
  SymbolSources sources_{.local = true, .debuginfod = false, .paths = {}};
  symbolize::UserFiles user_{{}};
  symbolize::DebugFiles debug_files_{sources_, user_, context_};
  std::map<std::pair<std::uint64_t, std::string>, Symbols> files_;  ///< by inode and path
};

}  // namespace profconv::record
