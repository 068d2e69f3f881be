// SPDX-License-Identifier: Apache-2.0
// Which functions have the code of one unit of compilation, inlined ones within those they were inlined into.
#pragma once

#include "tools/lib/symbolize/libdw.h"

#ifdef PROFCONV_HAS_LIBDW

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace profconv::symbolize {

/// A function with code, or a place where one was inlined (DWARF 5, 3.3.1 and 3.3.8.2).
struct Scope {
  static constexpr std::size_t none = SIZE_MAX;

  Dwarf_Die die{};
  std::size_t caller = none;  ///< of an inlined function: the scope it was inlined into
};

class Scopes {
 public:
  Scopes(const Libdw& dw, Dwarf_Die unit);

  [[nodiscard]] const Scope& operator[](std::size_t index) const { return scopes_[index]; }
  /// The innermost scope at an address; none: no function is known there.
  [[nodiscard]] std::size_t innermost(std::uint64_t address) const;

 private:
  struct Range {
    std::uint64_t low = 0;
    std::uint64_t high = 0;  ///< exclusive
    std::size_t scope = Scope::none;
    std::size_t outer = Scope::none;  ///< the range around it
  };
  struct Open {
    Dwarf_Die die{};
    std::size_t scope = Scope::none;  ///< it is in
  };

  void add_children(const Dwarf_Die& parent, std::size_t scope, std::vector<Open>& open);
  std::size_t add(Dwarf_Die die, std::size_t caller);
  void nest_ranges();

  const Libdw& dw_;
  std::vector<Scope> scopes_;
  std::vector<Range> ranges_;  ///< by low, the outer before the inner
};

}  // namespace profconv::symbolize

#endif
