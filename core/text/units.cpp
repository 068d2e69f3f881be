// SPDX-License-Identifier: Apache-2.0
// The table of units.
#include "core/text/units.h"

#include <algorithm>
#include <array>

namespace profconv {

namespace {

constexpr std::int64_t kilo = 1024;
constexpr std::array<Unit, 12> units{{{" b byte ", UnitKind::bytes, 1},
                                      {" kb kbyte kilobyte kib ", UnitKind::bytes, kilo},
                                      {" mb mbyte megabyte mib ", UnitKind::bytes, kilo* kilo},
                                      {" gb gbyte gigabyte gib ", UnitKind::bytes, kilo* kilo* kilo},
                                      {" tb tbyte terabyte tib ", UnitKind::bytes, kilo* kilo* kilo* kilo},
                                      {" pb pbyte petabyte pib ", UnitKind::bytes, kilo* kilo* kilo* kilo* kilo},
                                      {" ns nanosecond ", UnitKind::time, 1},
                                      {" us µs microsecond ", UnitKind::time, 1'000},
                                      {" ms millisecond ", UnitKind::time, 1'000'000},
                                      {" s sec second ", UnitKind::time, 1'000'000'000},
                                      {" min minute ", UnitKind::time, 60'000'000'000},
                                      {" hr hour ", UnitKind::time, 3'600'000'000'000}}};

}  // namespace

std::string singular(std::string_view unit) {
  std::string text(unit);
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  const bool is_short = text.size() <= 2 || text == "µs";
  if (!is_short && text.ends_with('s')) text.pop_back();
  return text;
}

const Unit* find_unit(std::string_view name) {
  if (name.empty() || name.find(' ') != name.npos) return nullptr;
  const std::string wanted = " " + singular(name) + " ";
  const auto* const found =
      std::find_if(units.begin(), units.end(), [&](const Unit& u) { return u.names.find(wanted) != u.names.npos; });
  return found == units.end() ? nullptr : found;
}

}  // namespace profconv
