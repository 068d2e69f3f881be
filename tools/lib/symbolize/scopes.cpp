// SPDX-License-Identifier: Apache-2.0
// Collecting functions and their ranges of code.
#include "tools/lib/symbolize/scopes.h"

#ifdef PROFCONV_HAS_LIBDW

#include <algorithm>

namespace profconv::symbolize {

namespace {

/// Whether functions may be defined within an entry.
bool may_hold_functions(int tag) {
  switch (tag) {
    case DW_TAG_subprogram:
    case DW_TAG_inlined_subroutine:
    case DW_TAG_lexical_block:
    case DW_TAG_try_block:
    case DW_TAG_catch_block:
    case DW_TAG_namespace:
    case DW_TAG_module:
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
      return true;
    default:
      return false;
  }
}

}  // namespace

Scopes::Scopes(const Libdw& dw, Dwarf_Die unit) : dw_(dw) {
  std::vector<Open> open{{.die = unit}};
  while (!open.empty()) {
    const Open next = open.back();
    open.pop_back();
    add_children(next.die, next.scope, open);
  }
  nest_ranges();
}

void Scopes::add_children(const Dwarf_Die& parent, std::size_t scope, std::vector<Open>& open) {
  Dwarf_Die die{};
  Dwarf_Die above = parent;
  if (dw_.child(&above, &die) != 0) return;
  do {
    const int tag = dw_.tag(&die);
    if (!may_hold_functions(tag)) continue;
    std::size_t inner = scope;
    if (tag == DW_TAG_subprogram) inner = add(die, Scope::none);
    if (tag == DW_TAG_inlined_subroutine) inner = add(die, scope);
    open.push_back({.die = die, .scope = inner});
  } while (dw_.siblingof(&die, &die) == 0);
}

std::size_t Scopes::add(Dwarf_Die die, std::size_t caller) {
  std::ptrdiff_t next = 0;
  Dwarf_Addr base = 0;
  Dwarf_Addr low = 0;
  Dwarf_Addr high = 0;
  const std::size_t index = scopes_.size();
  while ((next = dw_.ranges(&die, next, &base, &low, &high)) > 0) {
    if (low > 1 && low < high) ranges_.push_back({.low = low, .high = high, .scope = index});
  }
  scopes_.push_back({.die = die, .caller = caller});
  return index;
}

void Scopes::nest_ranges() {
  // Of equal ranges the outer one was found first.
  std::sort(ranges_.begin(), ranges_.end(), [](const Range& a, const Range& b) {
    if (a.low != b.low) return a.low < b.low;
    return a.high != b.high ? a.high > b.high : a.scope < b.scope;
  });
  std::vector<std::size_t> around;
  for (std::size_t i = 0; i < ranges_.size(); ++i) {
    while (!around.empty() && ranges_[around.back()].high <= ranges_[i].low) around.pop_back();
    if (!around.empty()) ranges_[i].outer = around.back();
    around.push_back(i);
  }
}

std::size_t Scopes::innermost(std::uint64_t address) const {
  const auto after = std::upper_bound(ranges_.begin(), ranges_.end(), address,
                                      [](std::uint64_t value, const Range& range) { return value < range.low; });
  std::size_t at = after == ranges_.begin() ? Scope::none : static_cast<std::size_t>(after - ranges_.begin()) - 1;
  while (at != Scope::none && address >= ranges_[at].high) at = ranges_[at].outer;
  return at == Scope::none ? Scope::none : ranges_[at].scope;
}

}  // namespace profconv::symbolize

#endif
