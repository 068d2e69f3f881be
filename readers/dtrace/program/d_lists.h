// SPDX-License-Identifier: Apache-2.0
// Lists in brackets, as tokens of a D program: keys, arguments, blocks.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "readers/dtrace/program/d_tokens.h"

namespace profconv::dtrace {

using DTokens = std::span<const DToken>;

/// Behind the bracket that closes the one at `open`.
[[nodiscard]] std::size_t behind_bracket(DTokens tokens, std::size_t open);
/// The parts between the commas of a list whose brackets stand at `open` and before `behind`.
[[nodiscard]] std::vector<DTokens> parts_of(DTokens tokens, std::size_t open, std::size_t behind);
[[nodiscard]] std::vector<std::string> sources_of(const std::vector<DTokens>& parts);
/// What an argument of string literals says, as it is written; absent: it is something else.
[[nodiscard]] std::optional<std::string> literal(DTokens argument);
/// A format of printf() with the literals among its arguments in the place of their `%s`. `arguments`: the format is
/// the first.
[[nodiscard]] std::string with_literals(std::string_view format, const std::vector<DTokens>& arguments);
/// The format of a printf() that prints what this trace() or print() does.
[[nodiscard]] std::string format_of_datum(std::string_view action, const std::vector<DTokens>& arguments);

}  // namespace profconv::dtrace
