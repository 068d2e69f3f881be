// SPDX-License-Identifier: Apache-2.0
// Giving both sides of a comparison one total.
#pragma once

#include <cstdint>
#include <span>

#include "profconv/comparison.h"

namespace profconv {

/// A value type of one side, and its total before filters.
struct MeasuredType {
  const ValueType* type = nullptr;
  std::int64_t total = 0;
};

/// The ratios that give both sides the total that `to` names. Reports a type that cannot be normalized because one
/// side totals 0, and leaves it as it is. Throws OverflowError.
[[nodiscard]] SideRatios ratios_for(Normalization to, const MeasuredType& base, const MeasuredType& now,
                                    Context& context);

/// A value times a ratio, rounded to nearest. Throws OverflowError.
[[nodiscard]] std::int64_t times(std::int64_t value, const Ratio& ratio);

/// Scales the samples of a comparison. Every sum over neighbouring samples of a side, and so every subtree of sorted
/// stacks, is less than 1 away from its exact value: what rounding leaves is carried to the next sample. `ratios` has
/// one entry for each value type.
void scale_sides(Profile& comparison, const BaseSamples& is_base, std::span<const SideRatios> ratios);

}  // namespace profconv
