// SPDX-License-Identifier: Apache-2.0
// A file whose DWARF is read. That of a file which is not linked, as kernel modules are, has relocations: libdwfl
// chooses addresses for the sections and applies them.
#pragma once

#include "tools/lib/symbolize/libdw.h"

#ifdef PROFCONV_HAS_LIBDW

#include <cstdint>
#include <string>
#include <vector>

namespace profconv::symbolize {

class DwarfFile {
 public:
  DwarfFile(const Libdw& dw, const std::string& path, bool is_relocatable);
  DwarfFile(const DwarfFile&) = delete;
  DwarfFile& operator=(const DwarfFile&) = delete;
  ~DwarfFile();

  /// Null: the file cannot be read, or has no DWARF.
  [[nodiscard]] Dwarf* dwarf() const { return dwarf_; }
  /// Where the sections of a file that is not linked are in its DWARF, by their number; empty: it is linked.
  [[nodiscard]] const std::vector<std::uint64_t>& section_addresses() const { return section_addresses_; }

 private:
  void open(const std::string& path);
  void open_relocatable(const std::string& path);

  const Libdw& dw_;
  int descriptor_ = -1;
  Dwfl* session_ = nullptr;  ///< has the DWARF of a file that is not linked
  Dwarf* dwarf_ = nullptr;
  std::vector<std::uint64_t> section_addresses_;
};

}  // namespace profconv::symbolize

#endif
