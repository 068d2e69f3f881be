// SPDX-License-Identifier: Apache-2.0
// Headers, sections, symbols and notes of ELF-64 (System V ABI, "Object Files"; GNU's build ids and debug links:
// https://sourceware.org/gdb/current/onlinedocs/gdb.html/Separate-Debug-Files.html).
#include "tools/lib/symbolize/elf_file.h"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

#include "tools/lib/symbolize/file_parts.h"

namespace profconv::symbolize {

namespace {

constexpr std::size_t header_bytes = 64;
constexpr std::size_t section_bytes = 64;
constexpr std::size_t segment_bytes = 56;
constexpr std::size_t symbol_bytes = 24;
constexpr std::uint32_t symbol_table = 2;
constexpr std::uint32_t notes_section = 7;
constexpr std::uint32_t without_bytes = 8;
constexpr std::uint32_t dynamic_symbols = 11;
constexpr std::uint32_t loaded = 1;
constexpr std::uint32_t executable = 1;
constexpr std::uint64_t executable_section = 4;
constexpr std::uint64_t loaded_section = 2;
constexpr std::uint16_t relocatable_file = 1;
constexpr std::uint16_t fixed_program = 2;

bool is_known_kind(std::string_view header) {
  constexpr char sixty_four_bits = 2;
  constexpr std::uint16_t one = 1;
  const char this_order =
      number_at<char>({reinterpret_cast<const char*>(&one), sizeof one}, 0) == 1 ? char{1} : char{2};
  return header.size() == header_bytes &&
         header.starts_with(
             "\x7f"
             "ELF") &&
         header[4] == sixty_four_bits && header[5] == this_order;
}

std::size_t aligned(std::size_t size) { return (size + 3) & ~std::size_t{3}; }

std::string hex(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  constexpr unsigned low_bits = 15;
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text.push_back(digits[byte >> 4U]);
    text.push_back(digits[byte & low_bits]);
  }
  return text;
}

}  // namespace

std::string_view unversioned(std::string_view name) {
  const std::size_t version = name.find('@');
  return version == 0 ? name : name.substr(0, version);
}

ElfFile::ElfFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string header = part_of(file, 0, header_bytes);
  if (!is_known_kind(header)) return;
  is_usable_ = true;
  is_fixed_ = number_at<std::uint16_t>(header, 16) == fixed_program;
  is_relocatable_ = number_at<std::uint16_t>(header, 16) == relocatable_file;
  read_segments(file, header);
  read_sections(file, header);
  if (is_relocatable_) choose_addresses();
  read_symbols(file);
}

void ElfFile::read_segments(std::ifstream& file, std::string_view header) {
  const std::string table = part_of(file, number_at<std::uint64_t>(header, 32),
                                    std::uint64_t{number_at<std::uint16_t>(header, 56)} * segment_bytes);
  for (std::size_t i = 0; i + segment_bytes <= table.size(); i += segment_bytes) {
    if (number_at<std::uint32_t>(table, i) != loaded) continue;
    segments_.push_back({.offset = number_at<std::uint64_t>(table, i + 8),
                         .address = number_at<std::uint64_t>(table, i + 16),
                         .size = number_at<std::uint64_t>(table, i + 32),
                         .loaded_size = number_at<std::uint64_t>(table, i + 40),
                         .is_code = (number_at<std::uint32_t>(table, i + 4) & executable) != 0});
  }
}

void ElfFile::read_sections(std::ifstream& file, std::string_view header) {
  const std::string table = part_of(file, number_at<std::uint64_t>(header, 40),
                                    std::uint64_t{number_at<std::uint16_t>(header, 60)} * section_bytes);
  for (std::size_t i = 0; i + section_bytes <= table.size(); i += section_bytes) {
    sections_.push_back({.name = number_at<std::uint32_t>(table, i),
                         .type = number_at<std::uint32_t>(table, i + 4),
                         .is_loaded = (number_at<std::uint64_t>(table, i + 8) & loaded_section) != 0,
                         .is_code = (number_at<std::uint64_t>(table, i + 8) & executable_section) != 0,
                         .address = number_at<std::uint64_t>(table, i + 16),
                         .offset = number_at<std::uint64_t>(table, i + 24),
                         .size = number_at<std::uint64_t>(table, i + 32),
                         .link = number_at<std::uint32_t>(table, i + 40),
                         .alignment = number_at<std::uint64_t>(table, i + 48)});
  }
  const std::size_t names_at = number_at<std::uint16_t>(header, 62);
  const std::string names =
      names_at < sections_.size() ? part_of(file, sections_[names_at].offset, sections_[names_at].size) : std::string();
  for (const Section& section : sections_) {
    if (section.type == notes_section) read_notes(part_of(file, section.offset, section.size));
    if (section.name < names.size() && std::string_view(names.c_str() + section.name) == ".gnu_debuglink") {
      read_debug_link(part_of(file, section.offset, section.size));
    }
  }
}

void ElfFile::read_notes(std::string_view notes) {
  constexpr std::size_t note_bytes = 12;
  constexpr std::uint32_t build_id_note = 3;
  while (notes.size() >= note_bytes) {
    const std::size_t name_size = aligned(number_at<std::uint32_t>(notes, 0));
    const std::size_t text_size = number_at<std::uint32_t>(notes, 4);
    if (notes.size() - note_bytes < name_size || notes.size() - note_bytes - name_size < text_size) return;
    const std::string_view name = notes.substr(note_bytes, name_size);
    if (number_at<std::uint32_t>(notes, 8) == build_id_note && name == std::string_view("GNU\0", 4)) {
      build_id_ = hex(notes.substr(note_bytes + name_size, text_size));
    }
    notes.remove_prefix(std::min(notes.size(), note_bytes + name_size + aligned(text_size)));
  }
}

void ElfFile::read_debug_link(std::string_view link) {
  const std::size_t end = link.find('\0');
  if (end == std::string_view::npos || aligned(end + 1) + sizeof debug_link_checksum_ > link.size()) return;
  debug_link_ = link.substr(0, end);
  debug_link_checksum_ = number_at<std::uint32_t>(link, aligned(end + 1));
}

/// One behind the other, so that an address is in one section.
void ElfFile::choose_addresses() {
  std::uint64_t next = 0x1000;  // 0 is no address
  for (Section& section : sections_) {
    if (!section.is_loaded) continue;
    const std::uint64_t alignment = std::max<std::uint64_t>(section.alignment, 1);
    section.address = (next + alignment - 1) / alignment * alignment;
    next = section.address + section.size;
  }
}

void ElfFile::place_sections(std::span<const std::uint64_t> addresses) {
  if (!is_relocatable_ || addresses.size() < sections_.size()) return;
  for (Function& function : functions_) {
    if (function.section >= sections_.size()) continue;
    function.address += addresses[function.section] - sections_[function.section].address;
  }
  for (std::size_t i = 0; i < sections_.size(); ++i) sections_[i].address = addresses[i];
  sort_functions();
}

void ElfFile::read_symbols(std::ifstream& file) {
  for (const std::uint32_t type : {symbol_table, dynamic_symbols}) {
    for (const Section& section : sections_) {
      if (section.type != type || section.link >= sections_.size() || !functions_.empty()) continue;
      names_ = part_of(file, sections_[section.link].offset, sections_[section.link].size);
      add_functions(part_of(file, section.offset, section.size));
    }
  }
  sort_functions();
}

/// Of several names of one function that which people use comes last: __GI___nanosleep, __nanosleep, nanosleep.
void ElfFile::sort_functions() {
  const auto key = [](const Function& f) { return std::pair(f.address, f.size); };
  const auto oddity = [&](const Function& f) {
    const std::string_view name = unversioned(names_.c_str() + f.name);
    return std::tuple(std::min(name.find_first_not_of('_'), name.size()), name.size(), name);
  };
  std::sort(functions_.begin(), functions_.end(), [&](const Function& a, const Function& b) {
    return key(a) != key(b) ? key(a) < key(b) : oddity(a) > oddity(b);
  });
}

void ElfFile::add_functions(std::string_view table) {
  constexpr unsigned type_bits = 15;
  constexpr unsigned no_type = 0;  // as assembler has it where nobody says more
  constexpr unsigned function = 2;
  constexpr unsigned indirect_function = 10;
  for (std::size_t i = 0; i + symbol_bytes <= table.size(); i += symbol_bytes) {
    const unsigned type = number_at<std::uint8_t>(table, i + 4) & type_bits;
    const std::size_t section = number_at<std::uint16_t>(table, i + 6);
    Function found{.address = number_at<std::uint64_t>(table, i + 8),
                   .size = number_at<std::uint64_t>(table, i + 16),
                   .name = number_at<std::uint32_t>(table, i)};
    if (section == 0 || found.name >= names_.size() || names_[found.name] == '\0') continue;
    const Section* const in = section < sections_.size() ? &sections_[section] : nullptr;
    if (is_relocatable_ && in != nullptr) found.address += in->address;
    found.section = static_cast<std::uint32_t>(section);
    const bool is_in_section = in != nullptr && found.address - in->address < in->size;
    if (is_in_section) found.most = in->address + in->size - found.address;
    const bool is_label = type == no_type && is_in_section && in->is_code && names_[found.name] != '$';
    if (type == function || type == indirect_function || is_label) functions_.push_back(found);
  }
}

bool ElfFile::is_code(std::uint64_t address) const {
  if (is_relocatable_) {
    return std::any_of(sections_.begin(), sections_.end(),
                       [&](const Section& s) { return s.is_code && address - s.address < s.size; });
  }
  return std::any_of(segments_.begin(), segments_.end(), [&](const Segment& s) {
    return s.is_code && address >= s.address && address - s.address < s.loaded_size;
  });
}

bool ElfFile::lacks_code() const {
  return std::any_of(sections_.begin(), sections_.end(),
                     [](const Section& s) { return s.is_code && s.type == without_bytes; });
}

std::optional<std::uint64_t> ElfFile::code_of_size(std::uint64_t size) const {
  constexpr std::uint64_t page = 4096;
  std::optional<std::uint64_t> begin;
  for (const Segment& segment : segments_) {
    const std::uint64_t first = segment.address / page * page;
    const std::uint64_t end = (segment.address + segment.loaded_size + page - 1) / page * page;
    if (!segment.is_code || end - first != size) continue;
    if (begin) return std::nullopt;
    begin = first;
  }
  return begin;
}

std::optional<std::uint64_t> ElfFile::address_at(std::uint64_t offset) const {
  const auto segment = std::find_if(segments_.begin(), segments_.end(),
                                    [&](const Segment& s) { return offset >= s.offset && offset - s.offset < s.size; });
  if (segment == segments_.end()) return std::nullopt;
  return offset - segment->offset + segment->address;
}

std::optional<std::uint64_t> ElfFile::offset_of(std::uint64_t address) const {
  const auto segment = std::find_if(segments_.begin(), segments_.end(), [&](const Segment& s) {
    return address >= s.address && address - s.address < s.size;
  });
  if (segment == segments_.end()) return std::nullopt;
  return address - segment->address + segment->offset;
}

Symbol ElfFile::function_at(std::uint64_t address) const {
  const auto after = std::upper_bound(functions_.begin(), functions_.end(), address,
                                      [](std::uint64_t value, const Function& f) { return value < f.address; });
  // Labels within a function have no size; one before it has none of its code.
  constexpr int most_labels = 64;
  const Function* label = nullptr;
  auto function = after;
  for (int i = 0; i < most_labels && function != functions_.begin(); ++i) {
    --function;
    const std::uint64_t offset = address - function->address;
    if (function->size != 0 && offset < function->size) {
      return {.name = unversioned(names_.c_str() + function->name), .offset = offset};
    }
    if (function->size != 0) break;
    if (label == nullptr && offset < function->most) label = &*function;
  }
  if (label == nullptr) return {};
  return {.name = unversioned(names_.c_str() + label->name), .offset = address - label->address};
}

Symbol ElfFile::find(std::uint64_t offset) const {
  const auto address = address_at(offset);
  return address ? function_at(*address) : Symbol{};
}

std::vector<std::string_view> ElfFile::function_names() const {
  std::vector<std::string_view> names;
  for (const Function& function : functions_) names.push_back(unversioned(names_.c_str() + function.name));
  return names;
}

ElfFile::Named ElfFile::functions_named(std::string_view name) const {
  if (by_name_.empty()) index_names();
  const Named exact = by_name_.equal_range(name);
  return exact.first != exact.second ? exact : by_name_.equal_range(unversioned(name));
}

const NamedFunction* ElfFile::named(std::string_view name) const {
  const auto [first, last] = functions_named(name);
  if (first == last) return nullptr;
  const NamedFunction& one = first->second;
  const bool has_others = std::any_of(first, last, [&](const auto& e) { return e.second.address != one.address; });
  return has_others ? nullptr : &one;
}

bool ElfFile::is_in(std::string_view name, std::uint64_t address) const {
  const auto [first, last] = functions_named(name);
  return std::any_of(first, last, [&](const auto& entry) {
    const NamedFunction& function = entry.second;
    return function.size != 0 && address >= function.address && address - function.address <= function.size;
  });
}

/// A function of a version has its name without it as well, which is all that some recorders print.
void ElfFile::index_names() const {
  for (const Function& function : functions_) {
    const std::string_view name = names_.c_str() + function.name;
    const NamedFunction named{.address = function.address, .size = function.size};
    by_name_.emplace(name, named);
    if (unversioned(name) != name) by_name_.emplace(unversioned(name), named);
  }
}

}  // namespace profconv::symbolize
