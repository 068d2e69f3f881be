// SPDX-License-Identifier: Apache-2.0
// The very file that a process has mapped, which may be another than the one that its path leads to here: the process
// may be in a container, and the file replaced or deleted.
//
//   /proc/4711/map_files/55ff1cdc4000-55ff1cdc5000       proc_pid_map_files(5): for root
#include "tools/lib/record/mapped_symbols.h"

#include <sys/stat.h>

#include <ios>
#include <sstream>

namespace profconv::record {

namespace {

/// Empty: the file cannot be reached.
std::string path_of(pid_t pid, const symbolize::MappedFile& file) {
  std::ostringstream mapped;
  mapped << "/proc/" << pid << "/map_files/" << std::hex << file.start << '-' << file.end;
  struct stat status {};
  if (::stat(mapped.str().c_str(), &status) == 0) return mapped.str();
  const bool is_here = ::stat(file.path.c_str(), &status) == 0 && status.st_ino == file.inode;
  return is_here ? file.path : std::string();
}

}  // namespace

symbolize::Symbol MappedSymbols::find(pid_t pid, const symbolize::MappedFile& file, std::uint64_t address) {
  const std::pair key(file.inode, file.path);
  auto known = files_.find(key);
  if (known == files_.end()) known = files_.emplace(key, read(pid, file)).first;
  const Symbols& symbols = known->second;
  const auto linked = symbols.program.address_at(address - file.start + file.offset);
  if (!linked) return {};
  if (symbols.debug != nullptr) {
    if (const symbolize::Symbol symbol = symbols.debug->function_at(*linked); !symbol.name.empty()) return symbol;
  }
  return symbols.program.function_at(*linked);
}

std::string MappedSymbols::build_id(const symbolize::MappedFile& file) const {
  const auto known = files_.find(std::pair(file.inode, file.path));
  return known == files_.end() ? std::string() : known->second.program.build_id();
}

MappedSymbols::Symbols MappedSymbols::read(pid_t pid, const symbolize::MappedFile& file) const {
  Symbols symbols(path_of(pid, file));
  const std::string debug = debug_files_.debug_file(file.path, symbols.program);
  if (debug.empty()) return symbols;
  symbols.debug = std::make_unique<symbolize::ElfFile>(debug);
  return symbols;
}

}  // namespace profconv::record
