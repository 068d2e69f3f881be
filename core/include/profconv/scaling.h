// SPDX-License-Identifier: Apache-2.0
// Multiplying values by a factor without losing the sum. Each sum is scaled and rounded once; the samples get the whole
// parts of their values, and what is missing to the sum goes, one by one, to those with the largest fractions left
// over.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "profconv/context.h"
#include "profconv/profile.h"

#pragma GCC visibility push(default)
namespace profconv {

/// A factor for one value type, or for all whose values add.
struct Scaling {
  std::string type;  ///< empty: all
  std::int64_t numerator = 1;
  std::int64_t denominator = 1;
};

/// Reads `2`, `0.25`, `1/3` or `cpu=0.5`; throws UsageError for what is no positive factor.
[[nodiscard]] Scaling parse_scaling(std::string_view text);

/// Scales values. Those that do not add stay as they are, and are noted where all types were meant. Throws UsageError
/// for a type that no profile has or whose values do not add, OverflowError where a value overflows a 64-bit integer.
[[nodiscard]] ProfileSet scale_values(ProfileSet set, std::span<const Scaling> scalings, Context& context);

}  // namespace profconv
#pragma GCC visibility pop
