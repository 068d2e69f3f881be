// SPDX-License-Identifier: Apache-2.0
// Address ranges of functions, the newest on top.
#include "tools/lib/symbolize/symbol_table.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include "tools/lib/symbolize/jit_dump.h"
#include "tools/lib/symbolize/text_symbols.h"

namespace profconv::symbolize {

SymbolTable::SymbolTable(const std::string& path) : path_(path) {
  std::error_code failed;
  // To read a pipe would wait for its writer.
  if (!std::filesystem::is_regular_file(path, failed)) return;
  if (!read_jit_dump(path, *this)) read_text_symbols(path, *this);
}

std::uint32_t SymbolTable::add_file(std::string_view path) {
  if (const auto known = file_ids_.find(path); known != file_ids_.end()) return known->second;
  const auto id = static_cast<std::uint32_t>(files_.size());
  files_.emplace_back(path);
  file_ids_.emplace(path, id);
  return id;
}

void SymbolTable::add(std::uint64_t start, std::uint64_t size, std::string_view name, std::vector<Line> lines) {
  if (size == 0 || start + size < start) return;
  const bool is_replaced = make_room(start, start + size, name);
  ranges_[start] = {.end = start + size, .function = functions_.size(), .is_replaced = is_replaced};
  functions_.push_back({.name = std::string(name), .lines = std::move(lines)});
}

/// Cuts what overlaps. True if that had another name.
bool SymbolTable::make_room(std::uint64_t start, std::uint64_t end, std::string_view name) {
  bool is_replaced = false;
  auto at = ranges_.upper_bound(start);
  if (at != ranges_.begin() && std::prev(at)->second.end > start) --at;
  while (at != ranges_.end() && at->first < end) {
    const auto [old_start, old] = *at;
    is_replaced = is_replaced || old.is_replaced || functions_[old.function].name != name;
    if (old_start < start) {
      at->second.end = start;
      ++at;
    } else {
      at = ranges_.erase(at);
    }
    if (old.end > end) at = ranges_.emplace(end, old).first;
  }
  return is_replaced;
}

TableSymbol SymbolTable::at(std::uint64_t address) const {
  const auto after = ranges_.upper_bound(address);
  if (after == ranges_.begin()) return {};
  const Range& range = std::prev(after)->second;
  if (address >= range.end) return {};
  const Function& function = functions_[range.function];
  is_used_ = true;
  TableSymbol symbol{.frame = {.function = function.name}, .is_replaced = range.is_replaced};
  const auto next = std::upper_bound(function.lines.begin(), function.lines.end(), address,
                                     [](std::uint64_t value, const Line& line) { return value < line.address; });
  if (next != function.lines.begin()) {
    symbol.frame.line = std::prev(next)->line;
    symbol.frame.file = files_[std::prev(next)->file];
  }
  return symbol;
}

}  // namespace profconv::symbolize
