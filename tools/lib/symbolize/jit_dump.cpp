// SPDX-License-Identifier: Apache-2.0
// Records of jitdump files.
#include "tools/lib/symbolize/jit_dump.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/text/plain_text.h"
#include "tools/lib/symbolize/file_parts.h"

namespace profconv::symbolize {

namespace {

constexpr std::uint32_t magic = 0x4A695444;  // "JiTD"
constexpr std::uint64_t dump_header_bytes = 40;
constexpr std::uint64_t record_bytes = 16;

enum class Record : std::uint32_t { load = 0, move = 1, lines = 2 };

/// V8 of Node.js 20 writes bytes of other things, and "<unknown>".
bool is_path(std::string_view name) {
  const auto is_control = [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; };
  return !name.empty() && name != "<unknown>" && is_utf8(name) && std::none_of(name.begin(), name.end(), is_control);
}

/// A function where it was put.
struct Load {
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  std::string name;
  std::vector<SymbolTable::Line> lines;
};

/// Reads the records one after the other.
class JitRecords {
 public:
  explicit JitRecords(SymbolTable& table) : table_(table) {}

  void read(std::ifstream& file, std::uint64_t from, std::uint64_t file_bytes) {
    while (file_bytes - from >= record_bytes) {
      const std::string prefix = part_of(file, from, record_bytes);
      if (prefix.empty()) break;
      const std::uint64_t size = number_at<std::uint32_t>(prefix, 4);
      if (size < record_bytes || size > file_bytes - from) break;
      read_record(file, static_cast<Record>(number_at<std::uint32_t>(prefix, 0)), from + record_bytes,
                  size - record_bytes);
      from += size;
    }
    fill_table();
  }

 private:
  void read_record(std::ifstream& file, Record record, std::uint64_t from, std::uint64_t size) {
    if (record == Record::load) read_load(file, from, size);
    if (record == Record::move) read_move(part_of(file, from, size));
    if (record == Record::lines) read_lines(part_of(file, from, size));
  }

  /// pid, tid; vma, address, size of the code, number; its name, NUL, and the code itself.
  void read_load(std::ifstream& file, std::uint64_t from, std::uint64_t size) {
    constexpr std::uint64_t fixed_bytes = 40;
    const std::string fixed = size < fixed_bytes ? std::string() : part_of(file, from, fixed_bytes);
    if (fixed.empty()) return;
    const auto code_bytes = number_at<std::uint64_t>(fixed, 24);
    if (code_bytes > size - fixed_bytes) return;
    Load load{.address = number_at<std::uint64_t>(fixed, 16),
              .size = code_bytes,
              .name = part_of(file, from + fixed_bytes, size - fixed_bytes - code_bytes),
              .lines = {}};
    load.name.resize(std::min(load.name.find('\0'), load.name.size()));
    if (announced_at_ == load.address) load.lines = std::move(announced_);
    announced_.clear();
    by_number_[number_at<std::uint64_t>(fixed, 32)] = loads_.size();
    loads_.push_back(std::move(load));
  }

  /// pid, tid; vma, old address, new address, size of the code, number.
  void read_move(std::string_view record) {
    constexpr std::size_t bytes = 48;
    if (record.size() < bytes) return;
    const auto known = by_number_.find(number_at<std::uint64_t>(record, 40));
    if (known == by_number_.end()) return;
    Load moved = loads_[known->second];
    const auto address = number_at<std::uint64_t>(record, 24);
    for (SymbolTable::Line& line : moved.lines) line.address += address - moved.address;
    moved.address = address;
    known->second = loads_.size();
    loads_.push_back(std::move(moved));
  }

  /// Address, number of lines; of each line address, number, discriminator, file (FF: the same), NUL. They belong to
  /// the next load.
  void read_lines(std::string_view record) {
    constexpr std::size_t fixed_bytes = 16;
    announced_.clear();
    if (record.size() < fixed_bytes) return;
    announced_at_ = number_at<std::uint64_t>(record, 0);
    std::string_view rest = record.substr(fixed_bytes);
    std::optional<std::uint32_t> file;
    for (auto left = number_at<std::uint64_t>(record, 8); left != 0 && rest.size() > fixed_bytes; --left) {
      const std::size_t end = rest.find('\0', fixed_bytes);
      if (end == std::string_view::npos) break;
      const std::string_view name = rest.substr(fixed_bytes, end - fixed_bytes);
      if (name != "\xff") file = is_path(name) ? std::optional(table_.add_file(name)) : std::nullopt;
      const auto line = number_at<std::uint32_t>(rest, 8);
      if (file) announced_.push_back({.address = number_at<std::uint64_t>(rest, 0), .line = line, .file = *file});
      rest.remove_prefix(end + 1);
    }
  }

  /// What V8 adds to the addresses of lines, since perf before Linux 5.8 took it off: the size of an ELF header.
  [[nodiscard]] std::uint64_t line_shift() const {
    constexpr std::uint64_t elf_header_bytes = 64;
    std::size_t with_lines = 0;
    std::size_t shifted = 0;
    for (const Load& load : loads_) {
      if (load.lines.empty() || load.lines.front().address - load.address >= load.size) continue;
      ++with_lines;
      if (load.lines.front().address - load.address < elf_header_bytes) return 0;
      if (load.lines.front().address - load.address == elf_header_bytes) ++shifted;
    }
    return shifted != 0 && shifted >= with_lines / 2 ? elf_header_bytes : 0;
  }

  void fill_table() {
    const std::uint64_t shift = line_shift();
    for (Load& load : loads_) {
      std::vector<SymbolTable::Line>& lines = load.lines;
      std::erase_if(lines,
                    [&](const SymbolTable::Line& line) { return line.address - shift - load.address >= load.size; });
      for (SymbolTable::Line& line : lines) line.address -= shift;
      std::stable_sort(lines.begin(), lines.end(),
                       [](const SymbolTable::Line& a, const SymbolTable::Line& b) { return a.address < b.address; });
      table_.add(load.address, load.size, load.name, std::move(lines));
    }
  }

  SymbolTable& table_;
  std::vector<Load> loads_;                         ///< in the order of the file, which is that of time
  std::map<std::uint64_t, std::size_t> by_number_;  ///< the last load of a function
  std::uint64_t announced_at_ = 0;
  std::vector<SymbolTable::Line> announced_;  ///< of the function that will be at announced_at_
};

}  // namespace

bool read_jit_dump(const std::string& path, SymbolTable& table) {
  std::ifstream file(path, std::ios::binary);
  const std::string header = part_of(file, 0, dump_header_bytes);
  if (header.empty() || number_at<std::uint32_t>(header, 0) != magic) return false;
  file.seekg(0, std::ios::end);
  const auto file_bytes = static_cast<std::uint64_t>(file.tellg());
  const std::uint64_t first = number_at<std::uint32_t>(header, 8);
  table.set_kind(SymbolTable::Kind::jit_dump);
  table.set_pid(number_at<std::uint32_t>(header, 20));
  if (first >= dump_header_bytes && first <= file_bytes) JitRecords(table).read(file, first, file_bytes);
  return true;
}

}  // namespace profconv::symbolize
