// SPDX-License-Identifier: Apache-2.0
// Adding up prints without losing a bit.
#pragma once

#include <cstddef>
#include <cstdint>

#include "profconv/profile_builder.h"

namespace profconv::dtrace {

/// Throws OverflowError.
[[noreturn]] void refuse_sum();

/// Throws OverflowError.
[[nodiscard]] inline std::int64_t plus(std::int64_t a, std::int64_t b) {
  if (__builtin_add_overflow(a, b, &a)) refuse_sum();
  return a;
}

/// Throws OverflowError.
[[nodiscard]] inline std::int64_t minus(std::int64_t a, std::int64_t b) {
  if (__builtin_sub_overflow(a, b, &a)) refuse_sum();
  return a;
}

/// Whether the values of a column add.
[[nodiscard]] inline bool adds(const ProfileBuilder& profile, std::size_t type) {
  return profile.value_types()[type].aggregation == Aggregation::sum;
}

}  // namespace profconv::dtrace
