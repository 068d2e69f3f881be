// SPDX-License-Identifier: Apache-2.0
// Units of compilation, and what they say of an address.
#include "tools/lib/symbolize/debug_info.h"

#include "tools/lib/symbolize/dwarf_file.h"
#include "tools/lib/symbolize/scopes.h"

#ifdef PROFCONV_HAS_LIBDW

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>

namespace profconv::symbolize {

/// The units of a file by the addresses of their code.
class DebugInfo::Units {
 public:
  Units(const Libdw& dw, const std::string& path, bool is_relocatable) : dw_(dw), file_(dw, path, is_relocatable) {
    if (file_.dwarf() != nullptr) find_units();
  }
  Units(const Units&) = delete;
  Units& operator=(const Units&) = delete;
  ~Units() = default;

  [[nodiscard]] const std::vector<std::uint64_t>& section_addresses() const { return file_.section_addresses(); }
  [[nodiscard]] bool empty() const { return ranges_.empty(); }
  [[nodiscard]] bool lacks_split() const { return lacks_split_; }

  std::vector<SourceFrame> at(std::uint64_t address) {
    const auto after = std::upper_bound(ranges_.begin(), ranges_.end(), address,
                                        [](std::uint64_t value, const Range& range) { return value < range.low; });
    if (after == ranges_.begin() || address >= (after - 1)->high) return {};
    return frames_in(units_[(after - 1)->unit], address);
  }

 private:
  struct Range {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    std::size_t unit = 0;
  };
  struct Unit {
    Dwarf_Die die{};    ///< with the lines
    Dwarf_Die split{};  ///< with the functions: of a .dwo file, else the same
    std::optional<Scopes> scopes;
  };

  void find_units() {
    Dwarf_CU* unit = nullptr;
    Dwarf_Half version = 0;
    std::uint8_t type = 0;
    Dwarf_Die die{};
    Dwarf_Die split{};
    while (dw_.get_units(file_.dwarf(), unit, &unit, &version, &type, &die, &split) == 0) {
      const bool is_split = type == DW_UT_skeleton && split.cu != nullptr;
      lacks_split_ = lacks_split_ || (type == DW_UT_skeleton && !is_split);
      add_ranges(die);
      units_.push_back({.die = die, .split = is_split ? split : die, .scopes = std::nullopt});
    }
    std::sort(ranges_.begin(), ranges_.end(), [](const Range& a, const Range& b) { return a.low < b.low; });
  }

  void add_ranges(Dwarf_Die die) {
    std::ptrdiff_t next = 0;
    Dwarf_Addr base = 0;
    Dwarf_Addr low = 0;
    Dwarf_Addr high = 0;
    while ((next = dw_.ranges(&die, next, &base, &low, &high)) > 0) {
      if (low > 1 && low < high) ranges_.push_back({.low = low, .high = high, .unit = units_.size()});
    }
  }

  std::vector<SourceFrame> frames_in(Unit& unit, std::uint64_t address) {
    if (!unit.scopes) unit.scopes.emplace(dw_, unit.split);
    SourceFrame position;
    set_line(unit, address, position);
    std::size_t scope = unit.scopes->innermost(address);
    if (scope == Scope::none && position.file.empty()) return {};
    std::vector<SourceFrame> frames;
    while (scope != Scope::none) {
      const Scope& inner = (*unit.scopes)[scope];
      name(unit, inner.die, position);
      frames.push_back(std::move(position));
      position = {};
      if (inner.caller != Scope::none) set_call(unit, inner.die, position);
      scope = inner.caller;
    }
    if (frames.empty()) frames.push_back(std::move(position));
    return frames;
  }

  void set_line(Unit& unit, std::uint64_t address, SourceFrame& frame) {
    Dwarf_Line* const line = dw_.getsrc_die(&unit.die, address);
    if (line == nullptr) return;
    frame.file = whole_path(unit, dw_.linesrc(line, nullptr, nullptr));
    int number = 0;
    // Code that the compiler made has line 0.
    if (dw_.lineno(line, &number) != 0 || number == 0) return;
    frame.line = number;
    int column = 0;
    if (dw_.linecol(line, &column) == 0) frame.column = column;
  }

  /// Where the inlined function was called.
  void set_call(Unit& unit, Dwarf_Die die, SourceFrame& frame) {
    frame.line = static_cast<std::int64_t>(number(die, DW_AT_call_line));
    frame.column = static_cast<std::int64_t>(number(die, DW_AT_call_column));
    frame.file = file_of(unit, die, DW_AT_call_file);
  }

  /// The file whose number an attribute is; empty: the number is of another unit, or of none.
  std::string file_of(Unit& unit, Dwarf_Die die, unsigned attribute_name) {
    Dwarf_Attribute attribute{};
    Dwarf_Word index = 0;
    Dwarf_Attribute* const found = dw_.attr_integrate(&die, attribute_name, &attribute);
    if (found == nullptr || found->cu != unit.split.cu || dw_.formudata(found, &index) != 0) return {};
    Dwarf_Files* files = nullptr;
    std::size_t count = 0;
    if (dw_.getsrcfiles(&unit.split, &files, &count) != 0 || index >= count) return {};
    return whole_path(unit, dw_.filesrc(files, index, nullptr, nullptr));
  }

  /// A file that is named from where the compiler ran gets the whole path; null: it is not known.
  std::string whole_path(const Unit& unit, const char* file) {
    if (file == nullptr) return {};
    const char* const folder = *file == '/' ? nullptr : text(unit.die, DW_AT_comp_dir);
    if (folder == nullptr) return file;
    return (std::filesystem::path(folder) / file).lexically_normal().string();
  }

  std::uint64_t number(Dwarf_Die die, unsigned attribute_name) {
    Dwarf_Attribute attribute{};
    Dwarf_Word value = 0;
    Dwarf_Attribute* const found = dw_.attr_integrate(&die, attribute_name, &attribute);
    return found != nullptr && dw_.formudata(found, &value) == 0 ? value : 0;
  }

  const char* text(Dwarf_Die die, unsigned attribute_name) {
    Dwarf_Attribute attribute{};
    Dwarf_Attribute* const found = dw_.attr_integrate(&die, attribute_name, &attribute);
    return found == nullptr ? nullptr : dw_.formstring(found);
  }

  void name(Unit& unit, Dwarf_Die die, SourceFrame& frame) {
    const char* known = text(die, DW_AT_linkage_name);
    if (known == nullptr) known = text(die, DW_AT_MIPS_linkage_name);
    if (known == nullptr) known = dw_.diename(&die);
    if (known != nullptr) frame.function = known;
    if (!frame.file.empty() && file_of(unit, die, DW_AT_decl_file) == frame.file) {
      frame.start_line = static_cast<std::int64_t>(number(die, DW_AT_decl_line));
    }
  }

  const Libdw& dw_;
  DwarfFile file_;
  std::vector<Unit> units_;
  std::vector<Range> ranges_;  ///< by low
  bool lacks_split_ = false;
};

DebugInfo::DebugInfo(const std::string& path, bool is_relocatable) {
  if (const Libdw* const dw = load_libdw()) units_ = std::make_unique<Units>(*dw, path, is_relocatable);
  if (units_ != nullptr && units_->empty()) units_.reset();
}

bool DebugInfo::is_supported() { return load_libdw() != nullptr; }

std::vector<std::uint64_t> DebugInfo::section_addresses() const {
  return units_ == nullptr ? std::vector<std::uint64_t>() : units_->section_addresses();
}

bool DebugInfo::lacks_split() const { return units_ != nullptr && units_->lacks_split(); }

std::vector<SourceFrame> DebugInfo::at(std::uint64_t address) {
  return units_ == nullptr ? std::vector<SourceFrame>() : units_->at(address);
}

#else

namespace profconv::symbolize {

class DebugInfo::Units {};

DebugInfo::DebugInfo(const std::string&, bool) {}

bool DebugInfo::is_supported() { return false; }

std::vector<std::uint64_t> DebugInfo::section_addresses() const { return {}; }

bool DebugInfo::lacks_split() const { return false; }

std::vector<SourceFrame> DebugInfo::at(std::uint64_t) { return {}; }

#endif

DebugInfo::~DebugInfo() = default;

bool DebugInfo::has_units() const { return units_ != nullptr; }

}  // namespace profconv::symbolize
