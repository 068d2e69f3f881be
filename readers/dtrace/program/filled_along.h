// SPDX-License-Identifier: Apache-2.0
// Aggregations that the same clauses fill, and one clause prints: none is empty where the other is not.
//
//   profile-97 { @stacks[ustack()] = count(); @total = count(); }
//   END { printa(@stacks); printa(@total); }
#pragma once

#include <string_view>
#include <vector>

#include "readers/dtrace/program/d_program.h"
#include "readers/dtrace/program/expected_print.h"

namespace profconv::dtrace {

/// Whether the same clauses fill two aggregations by the same keys whenever they run, and nothing drops any, so that
/// both have as many records.
[[nodiscard]] bool have_same_keys(const ExpectedPrint& a, const ExpectedPrint& b, const DProgram& program);

/// Whether the first has records whenever the other has some.
[[nodiscard]] bool is_filled_along(const ExpectedPrint& print, const ExpectedPrint& other, const DProgram& program);

/// Whether every print in default form of records of the one shape has one of the other right after it, which is never
/// empty if it is not.
[[nodiscard]] bool is_followed(const std::vector<ExpectedPrint>& prints, const DProgram& program,
                               std::string_view shape, std::string_view next, bool is_table);

}  // namespace profconv::dtrace
