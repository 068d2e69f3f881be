// SPDX-License-Identifier: Apache-2.0
// Reading symbol tables that are text.
#include "tools/lib/symbolize/text_symbols.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <optional>
#include <utility>

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

}  // namespace

TextSymbols::TextSymbols(const std::string& path) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (!add(line) && kind_ == Kind::none) return;
  }
  std::stable_sort(functions_.begin(), functions_.end(),
                   [](const Function& a, const Function& b) { return a.start < b.start; });
  if (kind_ != Kind::kallsyms) return;
  // Without the right to see addresses all of them read 0.
  std::erase_if(functions_, [](const Function& f) { return f.start == 0; });
  constexpr std::uint64_t page_bytes = 4096;
  for (std::size_t i = 0; i < functions_.size(); ++i) {
    const std::uint64_t start = functions_[i].start;
    const bool is_last = i + 1 == functions_.size();
    functions_[i].size = is_last ? page_bytes - start % page_bytes : functions_[i + 1].start - start;
  }
}

bool TextSymbols::add(std::string_view line) {
  const auto start = hexadecimal(take_word(line));
  const std::string_view second = take_word(line);
  if (!start || second.empty() || line.empty()) return false;
  const bool is_type = second.size() == 1 && std::isalpha(static_cast<unsigned char>(second.front())) != 0;
  // A size of one digit is a letter, too: the first line says which of the two a file is.
  if (kind_ == Kind::none) kind_ = is_type ? Kind::kallsyms : Kind::perf_map;
  if (kind_ == Kind::kallsyms) {
    // Data has no name here, and ends the function before it.
    constexpr std::string_view code_types = "tTwWiI";
    const bool is_code = is_type && code_types.find(second.front()) != std::string_view::npos;
    if (is_type) functions_.push_back({.start = *start, .name = is_code ? std::string(take_word(line)) : ""});
    return is_type;
  }
  const auto size = hexadecimal(second);
  if (size) functions_.push_back({.start = *start, .size = *size, .name = std::string(line)});
  return size.has_value();
}

std::string_view TextSymbols::at(std::uint64_t address) const {
  const auto after = std::upper_bound(functions_.begin(), functions_.end(), address,
                                      [](std::uint64_t value, const Function& f) { return value < f.start; });
  // A just-in-time compiler may put code into the middle of other code.
  constexpr int most_nested = 64;
  auto at = after;
  for (int i = 0; i < most_nested && at != functions_.begin(); ++i) {
    --at;
    if (address - at->start < at->size) return at->name;
    if (kind_ == Kind::kallsyms) break;
  }
  return {};
}

}  // namespace profconv::symbolize
