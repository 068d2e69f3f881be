// SPDX-License-Identifier: Apache-2.0
// The functions of an ELF file: its symbol table, or without one its table for dynamic linking.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace profconv::record {

/// A function, and where in it an address is. An empty name: none is known.
struct Symbol {
  std::string_view name;  ///< as stored, mangled; good as long as the table
  std::uint64_t offset = 0;
};

class ElfSymbols {
 public:
  /// Reads the symbols of a 64-bit file of this machine's byte order; of what cannot be read there are none.
  explicit ElfSymbols(const std::string& path);

  /// The function at an offset in the file.
  [[nodiscard]] Symbol find(std::uint64_t file_offset) const;

 private:
  struct Segment {
    std::uint64_t offset = 0;
    std::uint64_t address = 0;
    std::uint64_t size = 0;
  };
  struct Function {
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    std::uint32_t name = 0;  ///< in names_
  };

  void read_segments(std::ifstream& file, std::string_view header);
  void read_symbols(std::ifstream& file, std::string_view header);
  void add_functions(std::string_view table);

  std::vector<Segment> segments_;
  std::vector<Function> functions_;  ///< by address
  std::string names_;
};

}  // namespace profconv::record
