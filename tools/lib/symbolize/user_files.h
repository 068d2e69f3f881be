// SPDX-License-Identifier: Apache-2.0
// What the user has named with --symbols, by what it is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/lib/symbolize/mapped_files.h"
#include "tools/lib/symbolize/symbol_table.h"

namespace profconv::symbolize {

/// Files are read once, whatever the number of profiles.
class UserFiles {
 public:
  /// A program, a library or a debug file.
  struct Program {
    std::string path;
    std::string build_id;  ///< empty: has none
  };

  /// Throws UsageError for a path that is none of these.
  explicit UserFiles(const std::vector<std::string>& paths);

  [[nodiscard]] const std::vector<std::string>& folders() const { return folders_; }
  [[nodiscard]] const std::vector<Program>& programs() const { return programs_; }
  [[nodiscard]] const std::vector<SymbolTable>& tables() const { return tables_; }
  /// The file that was mapped at an address, if its name is that of `path`; empty: any file. Null: none was.
  [[nodiscard]] const MappedFile* mapped_at(std::uint64_t address, std::string_view path) const;
  /// The path of a module that a recording names without one, if it was mapped.
  [[nodiscard]] std::string_view whole_path(std::string_view name) const;

 private:
  void add_file(const std::string& path);

  std::vector<std::string> folders_;
  std::vector<Program> programs_;
  std::vector<SymbolTable> tables_;
  std::vector<MappedFile> mapped_;
};

}  // namespace profconv::symbolize
