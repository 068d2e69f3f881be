// SPDX-License-Identifier: Apache-2.0
// Telling DHAT's words from others.
#include "core/wire/dhat_header.h"

#include <algorithm>
#include <array>
#include <utility>

namespace profconv {

namespace {

constexpr std::array<std::pair<std::string_view, std::int64_t>, 6> time_units{
    {{"\u00B5s", 1'000}, {"\u03BCs", 1'000}, {"us", 1'000}, {"ns", 1}, {"ms", 1'000'000}, {"s", 1'000'000'000}}};
constexpr std::array<std::string_view, 5> modes{"heap", "copy", "ad-hoc", "rust-heap", "rust-ad-hoc"};

/// "9000 instrs"
bool is_time(std::string_view text) {
  const std::size_t blank = text.find(' ');
  if (blank == 0 || blank == text.npos || text.find_first_not_of("0123456789") != blank) return false;
  const std::string_view unit = text.substr(blank + 1);
  return unit == dhat_instructions || dhat_unit_ns(unit) != 0;
}

}  // namespace

std::int64_t dhat_unit_ns(std::string_view unit) {
  const auto* const found =
      std::find_if(time_units.begin(), time_units.end(), [&](const auto& known) { return known.first == unit; });
  return found == time_units.end() ? 0 : found->second;
}

bool is_dhat_header(std::string_view comment) {
  const std::size_t colon = std::min(comment.find(": "), comment.size());
  const std::string_view key = comment.substr(0, colon);
  const std::string_view value = comment.substr(std::min(colon + 2, comment.size()));
  if (key == "mode") return std::find(modes.begin(), modes.end(), value) != modes.end();
  return (key == "te" || key == "tg" || key == "tuth") && is_time(value);
}

}  // namespace profconv
