// SPDX-License-Identifier: Apache-2.0
// Profiles -> profiles: what can be done between reading and writing.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "profconv/context.h"
#include "profconv/profile.h"

namespace profconv {

/// How many samples a second: `profile-997` is {997, 1}, 99.5 Hz is {995, 10}.
struct SamplingRate {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;

  /// Nanoseconds between two samples, rounded to nearest.
  [[nodiscard]] std::int64_t period_ns() const;
};

/// Reads "997" or "99.5"; throws UsageError for what is no positive number.
[[nodiscard]] SamplingRate parse_sampling_rate(std::string_view text);

/// Gives every profile that counts samples (`samples/count`) the rate they were taken at: the period, and the values
/// `cpu/nanoseconds` = count x period. Profiles that have it, or count no samples, stay as they are; where none counts
/// samples that is noted. Throws OverflowError.
[[nodiscard]] ProfileSet with_sampling_rate(ProfileSet set, const SamplingRate& rate, Context& context);

/// Keeps the value types called `types`, in this order, in every profile that has them; the first becomes the default.
/// A profile that has none of them is left out. Throws UsageError, listing what there is, where one of them is in no
/// profile.
[[nodiscard]] ProfileSet select_types(ProfileSet set, std::span<const std::string> types);

}  // namespace profconv
