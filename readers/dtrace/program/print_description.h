// SPDX-License-Identifier: Apache-2.0
// What a D program says of one of its prints.
#pragma once

#include <cstddef>

namespace profconv::dtrace {

struct DProgram;
struct Description;
struct ExpectedPrint;

/// Names, functions, units, keys and the rate, for a record of `columns` scalar keys. The number of the print is left
/// out.
[[nodiscard]] Description describe(const DProgram& program, const ExpectedPrint& expected, std::size_t columns);

}  // namespace profconv::dtrace
