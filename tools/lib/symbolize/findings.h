// SPDX-License-Identifier: Apache-2.0
// Messages about symbols that were looked up: how many were found, and what would bring the rest.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "profconv/context.h"
#include "profconv/symbols.h"

namespace profconv::symbolize {

/// What came of the frames of one module.
struct ModuleFindings {
  std::string_view name;      ///< as the profile calls it
  std::string_view build_id;  ///< as the profile says
  std::string path;           ///< of the file that was found, or of one that is of another build
  bool is_found = false;
  bool has_lines = false;
  bool lacks_split = false;  ///< .dwo files were not found
  bool has_guessed_base = false;
  bool is_newer = false;  ///< written after the recording, and no name agreed
  std::uint64_t resolved = 0;
  std::uint64_t unplaced = 0;    ///< frames without a name whose address in the file is not known
  std::uint64_t mismatched = 0;  ///< frames that the file has in another function
  std::uint64_t missed = 0;      ///< frames that stay as they are: there is no file, or it has no symbol there
};

/// What came of all frames.
struct SymbolTotals {
  std::uint64_t asked = 0;  ///< frames with a place and without a line
  std::uint64_t resolved = 0;
  std::uint64_t with_lines = 0;
  std::uint64_t homeless = 0;     ///< addresses that are in no module
  std::uint64_t this_kernel = 0;  ///< frames named by /proc/kallsyms
  std::uint64_t replaced = 0;     ///< frames at addresses that several functions have had
};

/// Adds notes, and warnings where a file is not the recorded one or nothing was found.
void report(std::span<const ModuleFindings> modules, const SymbolTotals& totals, const SymbolSources& sources,
            Context& context);

}  // namespace profconv::symbolize
