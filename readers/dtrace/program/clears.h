// SPDX-License-Identifier: Apache-2.0
// Whether a D program empties an aggregation between its prints.
#pragma once

#include <cstdint>
#include <string_view>

namespace profconv::dtrace {

struct DProgram;

/// When an aggregation begins anew.
enum class Clears : std::uint8_t {
  never,
  each_time,  ///< whenever it was printed
  at_times    ///< at another probe, or under a condition that its prints do not have
};

/// By clear() or trunc() without a number, other than in BEGIN or as dtrace ends.
[[nodiscard]] Clears clears(const DProgram& program, std::string_view name);

}  // namespace profconv::dtrace
