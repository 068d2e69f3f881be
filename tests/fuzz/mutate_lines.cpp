// SPDX-License-Identifier: Apache-2.0
// Changing a text line by line. Lines keep their ends, so that the last may have none.
#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "fuzz/mutators.h"

namespace profconv::test {

namespace {

using Lines = std::vector<std::string>;

Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.emplace_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Puts another number in the place of one of those in the line.
void change_number(std::string& line, Mutation& mutation) {
  constexpr std::array<std::string_view, 8> others{
      "-1", "0x1f", "9223372036854775808", "18446744073709551616", "0.5", "1e9", "00", ""};
  const std::size_t start = mutation.below(line.size());
  const auto from = line.begin() + static_cast<std::ptrdiff_t>(start);
  auto begin = std::find_if(from, line.end(), is_digit);
  if (begin == line.end()) begin = std::find_if(line.begin(), from, is_digit);
  const auto end = std::find_if_not(begin, line.end(), is_digit);
  const std::string number =
      mutation.one_in(3) ? std::string(others[mutation.below(others.size())]) : std::to_string(mutation.integer());
  line.replace(begin, end, number);
}

void change_indent(std::string& line, Mutation& mutation) {
  constexpr std::array<std::size_t, 7> indents{0, 1, 2, 4, 8, 14, 16};
  line.erase(0, std::min(line.find_first_not_of(" \t"), line.size() - 1));
  line.insert(0, indents[mutation.below(indents.size())], mutation.one_in(8) ? '\t' : ' ');
}

/// Some lines that stand together: where they begin and how many they are.
struct Block {
  std::ptrdiff_t begin = 0;
  std::ptrdiff_t count = 1;
};

Block some_of(const Lines& lines, Mutation& mutation) {
  constexpr std::size_t most = 12;
  const std::size_t begin = mutation.below(lines.size());
  const std::size_t count = mutation.one_in(2) ? 1 : mutation.below(std::min(most, lines.size() - begin)) + 1;
  return {static_cast<std::ptrdiff_t>(begin), static_cast<std::ptrdiff_t>(count)};
}

void change_block(Lines& lines, Mutation& mutation) {
  const Block block = some_of(lines, mutation);
  const auto begin = lines.begin() + block.begin;
  const Lines taken(begin, begin + block.count);
  const bool stays = mutation.one_in(2);
  if (!stays) lines.erase(begin, begin + block.count);
  if (!stays && mutation.one_in(2)) return;
  const auto place = static_cast<std::ptrdiff_t>(mutation.below(lines.size() + 1));
  lines.insert(lines.begin() + place, taken.begin(), taken.end());
}

void change_line(std::string& line, Mutation& mutation) {
  switch (mutation.below(5)) {
    case 0:
      return change_number(line, mutation);
    case 1:
      return change_indent(line, mutation);
    case 2:
      line.insert(mutation.below(line.size()), 1, '\n');
      return;
    case 3:
      if (line.ends_with('\n')) line.pop_back();
      return;
    default:
      line = mutation.bytes(line);
  }
}

}  // namespace

std::string mutate_lines(std::string_view text, Mutation& mutation) {
  if (text.empty()) return mutation.bytes(text);
  Lines lines = lines_of(text);
  if (mutation.one_in(3)) {
    change_block(lines, mutation);
  } else {
    change_line(lines[mutation.below(lines.size())], mutation);
  }
  return std::accumulate(lines.begin(), lines.end(), std::string());
}

}  // namespace profconv::test
