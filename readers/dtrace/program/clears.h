// SPDX-License-Identifier: Apache-2.0
// Whether a D program empties an aggregation between its prints.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace profconv::dtrace {

struct DProgram;

/// When an aggregation begins anew.
enum class Clears : std::uint8_t {
  never,
  each_time,  ///< whenever it was printed
  at_times    ///< at another probe, or under a condition that its prints do not have
};

/// What trunc(@a, N) leaves between prints: the keys with the N largest values, or the smallest if N is negative.
struct Truncation {
  std::int64_t count = 0;        ///< N; 0: not known
  bool is_before_print = false;  ///< in the clause of the print, so that what is printed is what is left
};

/// Nothing if the program does not truncate the aggregation between prints.
[[nodiscard]] std::optional<Truncation> truncation(const DProgram& program, std::string_view name);

/// Whether a key that was printed is in every later print: no trunc() drops keys between them.
[[nodiscard]] bool keeps_keys(const DProgram& program, std::string_view name);

/// By clear() or trunc() without a number, other than in BEGIN or as dtrace ends.
[[nodiscard]] Clears clears(const DProgram& program, std::string_view name);

}  // namespace profconv::dtrace
