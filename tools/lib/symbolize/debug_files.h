// SPDX-License-Identifier: Apache-2.0
// Where the file of a module is, and where its debug information.
//
// A module is looked for among the user's files and folders (as FOLDER/its/whole/path, FOLDER/name and, by build id,
// FOLDER/.build-id/ab/cdef.debug), then where the profile says that it was. Debug information that is not in the file
// itself is looked for where GDB does (its manual, "Debugging Information in Separate Files"): by build id, by the name
// in .gnu_debuglink beside the file, in .debug there and below /usr/lib/debug; then it is asked of debuginfod.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "profconv/context.h"
#include "profconv/symbols.h"
#include "tools/lib/symbolize/elf_file.h"
#include "tools/lib/symbolize/user_files.h"

namespace profconv::symbolize {

class DebugFiles {
 public:
  /// All must outlive this.
  DebugFiles(const SymbolSources& sources, const UserFiles& user, const Context& context)
      : sources_(sources), user_(user), context_(context) {}

  /// Files that may be the module, the likeliest first. `path` may be no more than a name, and one of both empty.
  [[nodiscard]] std::vector<std::string> modules(std::string_view path, std::string_view build_id) const;
  /// The file with the debug information of a module that has none in itself; empty: not found.
  [[nodiscard]] std::string debug_file(const std::string& path, const ElfFile& module) const;

 private:
  [[nodiscard]] std::string given_with(std::string_view build_id, std::string_view beside = {}) const;
  [[nodiscard]] std::string by_build_id(std::string_view build_id, std::string_view ending) const;
  [[nodiscard]] std::string by_link(const std::string& path, const ElfFile& module) const;
  [[nodiscard]] std::string by_server(std::string_view kind, std::string_view build_id) const;

  const SymbolSources& sources_;
  const UserFiles& user_;
  const Context& context_;
};

/// Whether two build ids are of one file; one of them may be the beginning of the other.
[[nodiscard]] bool same_build_id(std::string_view a, std::string_view b);

}  // namespace profconv::symbolize
