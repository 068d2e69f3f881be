// SPDX-License-Identifier: Apache-2.0
// What a recording shows about how it was made, and what to change next time.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "profconv/profile.h"
#include "tools/lib/record/backend.h"
#include "tools/lib/record/cpu_time.h"

namespace profconv::record {

/// Samples by the depth of their stacks.
struct Depths {
  std::uint64_t samples = 0;
  std::uint64_t cut = 0;     ///< with as many frames as were recorded at most
  std::uint64_t single = 0;  ///< with one frame

  /// Adds the samples of the profile called `only`; if it is empty, of all.
  void add(const ProfileSet& set, const Wish& wish, std::string_view only);
};

/// "12 of 400 samples ...: raise --frames"; nothing if no stack is cut.
[[nodiscard]] std::optional<std::string> describe_cut(const Depths& depths, const Wish& wish);
/// Advice if most stacks have one frame, as those of programs without frame pointers.
[[nodiscard]] std::optional<std::string> describe_single(const Depths& depths);

/// "3.4 s of CPU time have 31 samples, 9 % of -F 99: ..." if there are fewer by far than the target's CPU time makes.
[[nodiscard]] std::optional<std::string> describe_missed(const Backend& backend, const Wish& wish,
                                                         std::uint64_t samples, const CpuTime& cpu_time);

/// Why there may be no samples of `backend`, and what to do. `cpu_time` is what the target took, if that is known.
[[nodiscard]] std::string no_samples(const Backend& backend, const Wish& wish, const std::string& target,
                                     std::optional<std::chrono::milliseconds> cpu_time);

}  // namespace profconv::record
