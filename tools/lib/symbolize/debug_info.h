// SPDX-License-Identifier: Apache-2.0
// The source positions and inlined functions of code addresses, by the DWARF of one file.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace profconv::symbolize {

/// One function at an address. Texts are empty, numbers 0 where the file does not say.
struct SourceFrame {
  std::string function;  ///< as the linker knows it, else as its source does
  std::string file;      ///< where `line` is
  std::int64_t line = 0;
  std::int64_t column = 0;
  std::int64_t start_line = 0;  ///< of the function, if it is defined in `file`
};

/// Each unit of compilation is read when an address in it is first asked for.
class DebugInfo {
 public:
  /// Opens the debug information of a file; one that has none has no units.
  DebugInfo(const std::string& path, bool is_relocatable);
  DebugInfo(const DebugInfo&) = delete;
  DebugInfo& operator=(const DebugInfo&) = delete;
  ~DebugInfo();

  /// Whether this build and this system can read DWARF at all.
  [[nodiscard]] static bool is_supported();
  [[nodiscard]] bool has_units() const;
  /// Where the sections of a file that is not linked are, by their number; empty: it is linked.
  [[nodiscard]] std::vector<std::uint64_t> section_addresses() const;
  /// Whether functions are in .dwo files that were not found.
  [[nodiscard]] bool lacks_split() const;
  /// The functions at an address as linked: the innermost inlined one first, the function that has the code last.
  [[nodiscard]] std::vector<SourceFrame> at(std::uint64_t address);

 private:
  class Units;

  std::unique_ptr<Units> units_;  ///< null: there are none
};

}  // namespace profconv::symbolize
