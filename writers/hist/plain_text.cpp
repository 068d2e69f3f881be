// SPDX-License-Identifier: Apache-2.0
// Ordering, cutting and counting.
#include "writers/hist/plain_text.h"

#include <algorithm>

#include "core/text/utf8_text.h"

namespace profconv::hist {

namespace {

constexpr std::string_view ellipsis = "\xE2\x80\xA6";

/// Takes a run of digits off the front, without its leading zeros; empty where there is none.
std::string_view take_number(std::string_view& text) {
  const std::size_t size = std::min(text.find_first_not_of("0123456789"), text.size());
  std::string_view digits = text.substr(0, size);
  text.remove_prefix(size);
  const std::size_t zeros = std::min(digits.find_first_not_of('0'), digits.size());
  if (size != 0 && zeros == size) return digits.substr(size - 1);
  digits.remove_prefix(zeros);
  return digits;
}

std::size_t bytes_of(std::string_view text, std::size_t characters) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (!is_continuation(text[at]) && characters-- == 0) break;
    ++at;
  }
  return at;
}

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
  const std::string_view whole_a = a;
  const std::string_view whole_b = b;
  while (!a.empty() && !b.empty()) {
    const std::string_view first = take_number(a);
    const std::string_view second = take_number(b);
    if (first.empty() != second.empty()) return second.empty();
    if (first.size() != second.size()) return first.size() < second.size();
    if (first != second) return first < second;
    if (!first.empty()) continue;
    if (a.front() != b.front()) return static_cast<unsigned char>(a.front()) < static_cast<unsigned char>(b.front());
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  return a.empty() == b.empty() ? whole_a < whole_b : a.empty();
}

std::size_t character_count(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return !is_continuation(c); }));
}

std::vector<std::string_view> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string_view> pieces;
  do {
    const std::size_t bytes = bytes_of(text, std::max<std::size_t>(width, 1));
    pieces.push_back(text.substr(0, bytes));
    text.remove_prefix(bytes);
  } while (!text.empty());
  return pieces;
}

std::string shortened(std::string_view text, std::size_t width) {
  if (bytes_of(text, width) == text.size()) return std::string(text);
  return std::string(text.substr(0, bytes_of(text, width - 1))).append(ellipsis);
}

}  // namespace profconv::hist
