// SPDX-License-Identifier: Apache-2.0
// What an ELF file says of itself without debug information: its functions, where they are loaded, and where its debug
// information is.
#pragma once

#include <cstdint>
#include <fstream>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace profconv::symbolize {

/// A function, and where in it an address is. An empty name: none is known.
struct Symbol {
  std::string_view name;  ///< as stored, mangled; good as long as the file
  std::uint64_t offset = 0;
};

/// What is known of a function by its name.
struct NamedFunction {
  std::uint64_t address = 0;  ///< as the file was linked
  std::uint64_t size = 0;     ///< 0: not known
};

/// "clock_nanosleep" of "clock_nanosleep@@GLIBC_2.17" (ld's manual, "VERSION Command").
std::string_view unversioned(std::string_view name);

/// Addresses are those the file was linked for, and offsets are in the file.
class ElfFile {
 public:
  /// Reads a 64-bit file of this machine's byte order; of what cannot be read there is nothing.
  explicit ElfFile(const std::string& path);

  [[nodiscard]] bool is_usable() const { return is_usable_; }
  /// Whether it is not linked, as kernel modules are: the addresses of its sections are chosen here.
  [[nodiscard]] bool is_relocatable() const { return is_relocatable_; }
  /// Puts the sections of such a file elsewhere; the addresses are by the numbers of the sections.
  void place_sections(std::span<const std::uint64_t> addresses);
  /// Whether it runs at the addresses it was linked for, wherever it is mapped.
  [[nodiscard]] bool is_fixed() const { return is_fixed_; }
  /// Whether it says where code is and has none itself, as a debug file (objcopy --only-keep-debug): then it does not
  /// say where in the program's file the code is.
  [[nodiscard]] bool lacks_code() const;
  /// Where the code begins that is `size` bytes in memory, both in whole pages; nothing: none is, or more than one.
  [[nodiscard]] std::optional<std::uint64_t> code_of_size(std::uint64_t size) const;
  [[nodiscard]] bool has_symbols() const { return !functions_.empty(); }
  [[nodiscard]] const std::string& build_id() const { return build_id_; }  ///< lower-case hex; empty: has none
  /// The name of the file with its debug information (.gnu_debuglink), and that file's CRC-32; empty: names none.
  [[nodiscard]] const std::string& debug_link() const { return debug_link_; }
  [[nodiscard]] std::uint32_t debug_link_checksum() const { return debug_link_checksum_; }

  [[nodiscard]] bool is_code(std::uint64_t address) const;
  /// The address of what is at an offset; nothing: it is not loaded.
  [[nodiscard]] std::optional<std::uint64_t> address_at(std::uint64_t offset) const;
  /// The offset of what is at an address; nothing: it is not in the file.
  [[nodiscard]] std::optional<std::uint64_t> offset_of(std::uint64_t address) const;
  /// The function at an address.
  [[nodiscard]] Symbol function_at(std::uint64_t address) const;
  /// The function at an offset.
  [[nodiscard]] Symbol find(std::uint64_t offset) const;
  /// The names of all functions without their versions, some of them more than once.
  [[nodiscard]] std::vector<std::string_view> function_names() const;
  /// The function of a name, with a version or without; null: no function has it, or several do.
  [[nodiscard]] const NamedFunction* named(std::string_view name) const;
  /// Whether an address is in a function of that name, whose size is known, or right after it.
  [[nodiscard]] bool is_in(std::string_view name, std::uint64_t address) const;

 private:
  struct Segment {
    std::uint64_t offset = 0;
    std::uint64_t address = 0;
    std::uint64_t size = 0;         ///< in the file
    std::uint64_t loaded_size = 0;  ///< in memory
    bool is_code = false;
  };
  struct Section {
    std::uint32_t name = 0;
    std::uint32_t type = 0;
    bool is_loaded = false;
    bool is_code = false;
    std::uint64_t address = 0;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::uint32_t link = 0;  ///< of symbols: the section of their names
    std::uint64_t alignment = 0;
  };
  struct Function {
    std::uint64_t address = 0;
    std::uint64_t size = 0;  ///< 0: not known
    std::uint64_t most = 0;  ///< its section goes on for so many bytes
    std::uint32_t name = 0;  ///< in names_
    std::uint32_t section = 0;
  };

  using Names = std::unordered_multimap<std::string_view, NamedFunction>;
  using Named = std::pair<Names::const_iterator, Names::const_iterator>;

  [[nodiscard]] Named functions_named(std::string_view name) const;
  void read_segments(std::ifstream& file, std::string_view header);
  void read_sections(std::ifstream& file, std::string_view header);
  void choose_addresses();
  void read_symbols(std::ifstream& file);
  void add_functions(std::string_view table);
  void read_notes(std::string_view notes);
  void read_debug_link(std::string_view link);
  void sort_functions();
  void index_names() const;

  bool is_usable_ = false;
  bool is_relocatable_ = false;
  bool is_fixed_ = false;
  std::vector<Segment> segments_;
  std::vector<Section> sections_;
  std::vector<Function> functions_;  ///< by address
  std::string names_;
  std::string build_id_;
  std::string debug_link_;
  std::uint32_t debug_link_checksum_ = 0;
  mutable Names by_name_;  ///< made when a name is first asked for
};

}  // namespace profconv::symbolize
