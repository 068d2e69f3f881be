// SPDX-License-Identifier: Apache-2.0
// Gates for continuous integration: by how much a total, or any function, may have grown since a base.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/comparison.h"

#pragma GCC visibility push(default)
namespace profconv {

/// How much a total, or the own value of any function, may grow, in millionths of what it is in the base.
struct GrowthLimit {
  std::string type;  ///< empty: each type that is compared
  std::int64_t millionths = 0;
  bool per_function = false;
};

/// Reads `5%`, `0.5%` or `alloc_space=5%`; throws UsageError.
[[nodiscard]] GrowthLimit parse_growth_limit(std::string_view text);

/// Growth that is too small to matter, whatever its percentage.
struct LeastGrowth {
  std::int64_t amount = 0;
  std::string unit;       ///< empty: of any type, in its own unit; else of types in units of the same kind
  bool is_share = false;  ///< `amount` is in millionths of the type's total in the base
};

/// Reads `1MiB`, `10ms`, `100` or `0.5%`; throws UsageError.
[[nodiscard]] LeastGrowth parse_least_growth(std::string_view text);

/// What grew by more than it may: a value type, or functions in it.
struct Growth {
  std::string profile;
  GrowthLimit limit;
  const TypeChanges* changes = nullptr;          ///< of those given
  std::vector<const FunctionChange*> functions;  ///< of a limit per function: those that grew past it
};

/// What grew past a limit. Throws Error where a limit names a type that no profile compares, listing what there is.
[[nodiscard]] std::vector<Growth> grown(std::span<const ProfileChanges> changes, std::span<const GrowthLimit> limits,
                                        std::span<const LeastGrowth> least);

}  // namespace profconv
#pragma GCC visibility pop
