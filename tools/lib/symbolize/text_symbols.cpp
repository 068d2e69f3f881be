// SPDX-License-Identifier: Apache-2.0
// Reading symbol tables that are text.
#include "tools/lib/symbolize/text_symbols.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <fstream>
#include <optional>
#include <vector>

#include "core/text/base_name.h"
#include "core/text/integers.h"

namespace profconv::symbolize {

namespace {

/// The word up to the next blank, which is taken off with it.
std::string_view take_word(std::string_view& text) {
  const std::size_t end = text.find_first_of(" \t");
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return word;
}

std::optional<std::uint64_t> hexadecimal(std::string_view word) {
  constexpr int base = 16;
  if (word.starts_with("0x")) word.remove_prefix(2);
  return parse_integer<std::uint64_t>(word, base);
}

/// A line of either kind: an address, a size or a type, a name.
struct Entry {
  std::uint64_t start = 0;
  std::size_t digits = 0;  ///< of the start
  std::string_view second;
  std::string_view name;

  /// The kernel's addresses have all their digits; those of a perf map do not, and a size may be "a".
  [[nodiscard]] bool has_type() const {
    constexpr std::size_t all_digits = 16;
    return digits == all_digits && second.size() == 1 && std::isalpha(static_cast<unsigned char>(second.front())) != 0;
  }
};

std::optional<Entry> parse(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  const std::string_view first = take_word(line);
  const auto start = hexadecimal(first);
  const std::string_view second = take_word(line);
  if (!start || second.empty() || line.empty()) return std::nullopt;
  return Entry{.start = *start, .digits = first.size(), .second = second, .name = line};
}

/// The list has no sizes: a function ends where the next thing begins.
class KernelList {
 public:
  void add(const Entry& entry) {
    // Data has no name here, and ends the function before it.
    constexpr std::string_view code_types = "tTwWiI";
    if (!entry.has_type()) return;
    const bool is_code = code_types.find(entry.second.front()) != std::string_view::npos;
    std::string_view name = entry.name;
    // Without the right to see addresses all of them read 0.
    if (entry.start != 0)
      starts_.push_back({.address = entry.start, .name = std::string(is_code ? take_word(name) : "")});
  }

  void fill(SymbolTable& table) {
    constexpr std::uint64_t page_bytes = 4096;
    std::stable_sort(starts_.begin(), starts_.end(),
                     [](const Start& a, const Start& b) { return a.address < b.address; });
    for (std::size_t i = 0; i < starts_.size(); ++i) {
      const std::uint64_t start = starts_[i].address;
      const bool is_last = i + 1 == starts_.size();
      const std::uint64_t size = is_last ? page_bytes - start % page_bytes : starts_[i + 1].address - start;
      if (!starts_[i].name.empty()) table.add(start, size, starts_[i].name);
    }
  }

 private:
  struct Start {
    std::uint64_t address = 0;
    std::string name;
  };

  std::vector<Start> starts_;
};

}  // namespace

std::string perf_map_path(std::int64_t pid) { return "/tmp/perf-" + std::to_string(pid) + ".map"; }

std::int64_t perf_map_pid(std::string_view path) {
  constexpr std::string_view begin = "perf-";
  constexpr std::string_view end = ".map";
  std::string_view file = base_name(path);
  if (!file.starts_with(begin) || !file.ends_with(end)) return Thread::unknown;
  file.remove_prefix(begin.size());
  file.remove_suffix(end.size());
  return parse_integer<std::int64_t>(file).value_or(std::int64_t{Thread::unknown});
}

void read_text_symbols(const std::string& path, SymbolTable& table) {
  constexpr std::size_t most_line_bytes = std::size_t{1} << 16;
  std::ifstream file(path);
  KernelList kernel;
  std::array<char, most_line_bytes> line{};
  while (file.getline(line.data(), line.size())) {
    const auto entry = parse(line.data());
    if (!entry && table.kind() == SymbolTable::Kind::none) return;
    if (!entry) continue;
    const auto size = hexadecimal(entry->second);
    if (table.kind() == SymbolTable::Kind::none && !entry->has_type() && !size) return;
    if (table.kind() == SymbolTable::Kind::none) {
      table.set_kind(entry->has_type() ? SymbolTable::Kind::kallsyms : SymbolTable::Kind::perf_map);
    }
    if (table.kind() == SymbolTable::Kind::kallsyms) {
      kernel.add(*entry);
    } else if (size) {
      table.add(entry->start, *size, entry->name);
    }
  }
  kernel.fill(table);
  if (table.kind() == SymbolTable::Kind::perf_map) table.set_pid(perf_map_pid(path));
}

}  // namespace profconv::symbolize
