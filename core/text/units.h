// SPDX-License-Identifier: Apache-2.0
// Units of bytes and of time, called as pprof calls them, in either number and case. A kilobyte is 1024 bytes there.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace profconv {

enum class UnitKind : std::uint8_t { bytes, time };

/// A unit that can be told in others of its kind. Of two, the smaller factor divides the larger.
struct Unit {
  std::string_view names;  ///< each between blanks
  UnitKind kind;
  std::int64_t factor;  ///< bytes or nanoseconds
};

/// Null for what is neither bytes nor time.
[[nodiscard]] const Unit* find_unit(std::string_view name);

/// In lower case and without the s of several: "nanosecond" for "Nanoseconds".
[[nodiscard]] std::string singular(std::string_view unit);

}  // namespace profconv
