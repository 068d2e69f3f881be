// SPDX-License-Identifier: Apache-2.0
// One module of a profile: the file that was found for it, and what is at the addresses in it.
#pragma once

#include <cstdint>
#include <fstream>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tools/lib/symbolize/debug_files.h"
#include "tools/lib/symbolize/debug_info.h"
#include "tools/lib/symbolize/elf_file.h"
#include "tools/lib/symbolize/mapped_files.h"

namespace profconv::symbolize {

/// A frame that a recording names and places.
struct NamedAddress {
  std::string_view function;
  std::uint64_t address = 0;                 ///< in the process
  std::optional<std::uint64_t> offset = {};  ///< in the function
};

class Module {
 public:
  /// `path` and `build_id` are what the profile says; `files` must outlive the module.
  Module(const DebugFiles& files, std::string_view path, std::string_view build_id);

  [[nodiscard]] bool is_found() const { return file_ != nullptr; }
  /// Whether it has the build id that the profile says.
  [[nodiscard]] bool is_verified() const { return is_verified_; }
  /// The file that was found; else one that is not used because it has another build id; else empty.
  [[nodiscard]] const std::string& path() const { return path_; }
  /// Whether a file was looked at as the module or its debug file.
  [[nodiscard]] bool uses(std::string_view path) const { return path == path_ || path == debug_path_; }
  /// Whether lines and inlined functions are known.
  [[nodiscard]] bool has_lines();
  [[nodiscard]] bool lacks_split() { return has_lines() && debug_->lacks_split(); }

  /// Addresses are those the file was linked for. The functions at an address, the innermost inlined one first.
  [[nodiscard]] const std::vector<SourceFrame>& at(std::uint64_t address);
  /// Whether the file agrees that an address is in a function of that name, mangled or not.
  [[nodiscard]] bool is_in_function(std::uint64_t address, std::string_view function);
  /// Whether the code at an address is what a signal handler returns to.
  [[nodiscard]] bool is_signal_return(std::uint64_t address);
  /// Whether two neighboring addresses are in one function, or between functions.
  [[nodiscard]] bool is_one_function(std::uint64_t a, std::uint64_t b);
  /// The address of a function and an offset in it; nothing: the file has no such function or offset.
  [[nodiscard]] std::optional<std::uint64_t> address_in(std::string_view function, std::uint64_t offset);
  /// The address of what is at an offset in the file.
  [[nodiscard]] std::optional<std::uint64_t> address_at_offset(std::uint64_t offset) const {
    return file_->address_at(offset);
  }
  /// The address of what a process had at `address`, where this part of the file was mapped.
  [[nodiscard]] std::optional<std::uint64_t> address_in(const MappedFile& mapped, std::uint64_t address) const;
  [[nodiscard]] bool is_fixed() const { return file_->is_fixed(); }
  [[nodiscard]] bool is_code(std::uint64_t address) const { return file_->is_code(address); }
  /// What was added to the addresses in the file where it was loaded: 0 for a program that runs where it was linked,
  /// else by the frames that are named. Nothing: they leave a choice, or contradict each other.
  [[nodiscard]] std::optional<std::uint64_t> load_bias(std::span<const NamedAddress> frames);

 private:
  [[nodiscard]] std::vector<SourceFrame> look_up(std::uint64_t address);
  void find(std::string_view path, std::string_view build_id);
  void open_debug_file();
  [[nodiscard]] const ElfFile& symbols();
  [[nodiscard]] const NamedFunction* named(std::string_view function);

  const DebugFiles& files_;
  std::string path_;
  std::string debug_path_;  ///< of a debug file apart
  bool is_verified_ = false;
  std::unique_ptr<ElfFile> file_;           ///< null: none was found
  std::ifstream code_;                      ///< opened when needed
  std::unique_ptr<ElfFile> debug_symbols_;  ///< of a debug file apart
  std::optional<DebugInfo> debug_;
  std::unordered_map<std::uint64_t, std::vector<SourceFrame>> known_;  ///< by address; no more than memory is worth
  std::size_t known_frames_ = 0;
  std::unordered_map<std::string, std::string_view> mangled_;  ///< by the name that people read; made when needed
};

}  // namespace profconv::symbolize
