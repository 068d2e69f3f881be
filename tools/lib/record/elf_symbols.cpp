// SPDX-License-Identifier: Apache-2.0
// Headers, sections and symbols of ELF-64 (System V ABI, "Object Files").
#include "tools/lib/record/elf_symbols.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace profconv::record {

namespace {

constexpr std::size_t header_bytes = 64;
constexpr std::size_t section_bytes = 64;
constexpr std::size_t segment_bytes = 56;
constexpr std::size_t symbol_bytes = 24;
constexpr std::uint64_t most_table_bytes = std::uint64_t{1} << 30;
constexpr std::uint32_t symbol_table = 2;
constexpr std::uint32_t dynamic_symbols = 11;
constexpr std::uint32_t loaded = 1;

/// A number in a table; the caller knows that it is there.
template <class Number>
Number at(std::string_view table, std::size_t offset) {
  Number number{};
  std::memcpy(&number, table.data() + offset, sizeof number);
  return number;
}

/// A part of the file; empty where it is not there or too large.
std::string part(std::ifstream& file, std::uint64_t offset, std::uint64_t size) {
  if (size > most_table_bytes || offset > static_cast<std::uint64_t>(INT64_MAX)) return {};
  std::string bytes(static_cast<std::size_t>(size), '\0');
  file.clear();
  file.seekg(static_cast<std::streamoff>(offset));
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return file ? bytes : std::string();
}

struct Section {
  std::uint32_t type;
  std::uint64_t offset;
  std::uint64_t size;
  std::uint32_t link;  ///< of symbols: the section of their names
};

std::vector<Section> sections_of(std::ifstream& file, std::string_view header) {
  const std::string table =
      part(file, at<std::uint64_t>(header, 40), std::uint64_t{at<std::uint16_t>(header, 60)} * section_bytes);
  std::vector<Section> sections;
  for (std::size_t i = 0; i + section_bytes <= table.size(); i += section_bytes) {
    sections.push_back({.type = at<std::uint32_t>(table, i + 4),
                        .offset = at<std::uint64_t>(table, i + 24),
                        .size = at<std::uint64_t>(table, i + 32),
                        .link = at<std::uint32_t>(table, i + 40)});
  }
  return sections;
}

bool is_usable(std::string_view header) {
  constexpr char sixty_four_bits = 2;
  constexpr std::uint16_t one = 1;
  const char this_order = at<char>({reinterpret_cast<const char*>(&one), sizeof one}, 0) == 1 ? char{1} : char{2};
  return header.size() == header_bytes &&
         header.starts_with(
             "\x7f"
             "ELF") &&
         header[4] == sixty_four_bits && header[5] == this_order;
}

}  // namespace

ElfSymbols::ElfSymbols(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string header = part(file, 0, header_bytes);
  if (!is_usable(header)) return;
  read_segments(file, header);
  read_symbols(file, header);
}

void ElfSymbols::read_segments(std::ifstream& file, std::string_view header) {
  const std::string table =
      part(file, at<std::uint64_t>(header, 32), std::uint64_t{at<std::uint16_t>(header, 56)} * segment_bytes);
  for (std::size_t i = 0; i + segment_bytes <= table.size(); i += segment_bytes) {
    if (at<std::uint32_t>(table, i) != loaded) continue;
    segments_.push_back({.offset = at<std::uint64_t>(table, i + 8),
                         .address = at<std::uint64_t>(table, i + 16),
                         .size = at<std::uint64_t>(table, i + 32)});
  }
}

void ElfSymbols::read_symbols(std::ifstream& file, std::string_view header) {
  const std::vector<Section> sections = sections_of(file, header);
  for (const std::uint32_t type : {symbol_table, dynamic_symbols}) {
    for (const Section& section : sections) {
      if (section.type != type || section.link >= sections.size() || !functions_.empty()) continue;
      names_ = part(file, sections[section.link].offset, sections[section.link].size);
      add_functions(part(file, section.offset, section.size));
    }
  }
  const auto key = [](const Function& f) { return std::pair(f.address, f.size); };
  std::sort(functions_.begin(), functions_.end(),
            [&](const Function& a, const Function& b) { return key(a) < key(b); });
}

void ElfSymbols::add_functions(std::string_view table) {
  constexpr unsigned type_bits = 15;
  constexpr unsigned function = 2;
  constexpr unsigned indirect_function = 10;
  for (std::size_t i = 0; i + symbol_bytes <= table.size(); i += symbol_bytes) {
    const unsigned type = at<std::uint8_t>(table, i + 4) & type_bits;
    const Function found{.address = at<std::uint64_t>(table, i + 8),
                         .size = at<std::uint64_t>(table, i + 16),
                         .name = at<std::uint32_t>(table, i)};
    const bool is_defined = at<std::uint16_t>(table, i + 6) != 0 && found.name < names_.size();
    if (is_defined && (type == function || type == indirect_function)) functions_.push_back(found);
  }
}

Symbol ElfSymbols::find(std::uint64_t file_offset) const {
  const auto segment = std::find_if(segments_.begin(), segments_.end(), [&](const Segment& s) {
    return file_offset >= s.offset && file_offset - s.offset < s.size;
  });
  if (segment == segments_.end()) return {};
  const std::uint64_t address = file_offset - segment->offset + segment->address;
  const auto after = std::upper_bound(functions_.begin(), functions_.end(), address,
                                      [](std::uint64_t value, const Function& f) { return value < f.address; });
  if (after == functions_.begin()) return {};
  const Function& function = *(after - 1);
  const std::uint64_t offset = address - function.address;
  if (function.size != 0 && offset >= function.size) return {};
  return {.name = names_.c_str() + function.name, .offset = offset};
}

}  // namespace profconv::record
