// SPDX-License-Identifier: Apache-2.0
// Telling the user's files by their content.
#include "tools/lib/symbolize/user_files.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/text/base_name.h"
#include "profconv/errors.h"
#include "tools/lib/symbolize/elf_file.h"

namespace profconv::symbolize {

UserFiles::UserFiles(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    std::error_code failed;
    if (std::filesystem::is_directory(path, failed)) {
      folders_.push_back(path);
    } else if (std::filesystem::is_regular_file(path, failed)) {
      add_file(path);
    } else {
      throw UsageError("--symbols " + path + ": no file or folder; copy it to a file");
    }
  }
}

void UserFiles::add_file(const std::string& path) {
  if (const ElfFile program(path); program.is_usable()) {
    programs_.push_back({.path = path, .build_id = program.build_id()});
    return;
  }
  if (SymbolTable table(path); table.kind() != SymbolTable::Kind::none) {
    tables_.push_back(std::move(table));
    return;
  }
  const std::vector<MappedFile> mapped = mapped_files(path);
  if (mapped.empty()) {
    throw UsageError("--symbols " + path + ": no ELF file, perf map, jitdump, kallsyms or copy of /proc/PID/maps");
  }
  mapped_.insert(mapped_.end(), mapped.begin(), mapped.end());
}

const MappedFile* UserFiles::mapped_at(std::uint64_t address, std::string_view path) const {
  const auto found = std::find_if(mapped_.begin(), mapped_.end(), [&](const MappedFile& file) {
    return address >= file.start && address < file.end && (path.empty() || base_name(file.path) == base_name(path));
  });
  return found == mapped_.end() ? nullptr : &*found;
}

std::string_view UserFiles::whole_path(std::string_view name) const {
  if (name.find('/') != std::string_view::npos) return name;
  const auto found = std::find_if(mapped_.begin(), mapped_.end(),
                                  [&](const MappedFile& file) { return base_name(file.path) == name; });
  return found == mapped_.end() ? name : std::string_view(found->path);
}

}  // namespace profconv::symbolize
