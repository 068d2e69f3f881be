// SPDX-License-Identifier: Apache-2.0
// Profiles -> profiles: what can be done between reading and writing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "profconv/context.h"
#include "profconv/losses.h"
#include "profconv/profile.h"

#pragma GCC visibility push(default)
namespace profconv {

/// One profile of a set with a dictionary of its own, which holds what its samples use.
[[nodiscard]] ProfileSet used_part(const ProfileSet& set, std::size_t profile_index);

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
/// `cpu/nanoseconds` = count x period. A `cpu` that is there and a period that the source states stay; a warning
/// reports a rate that differs from that period, a note that no profile counts samples. Throws OverflowError.
[[nodiscard]] ProfileSet with_sampling_rate(ProfileSet set, const SamplingRate& rate, Context& context);

/// Keeps the value types called `types`, in this order, in every profile that has them; the first becomes the default.
/// A profile that has none of them is left out. Throws UsageError, listing what there is, where one of them is in no
/// profile.
[[nodiscard]] ProfileSet select_types(ProfileSet set, std::span<const std::string> types);

/// Makes the value type called `type` the one that is shown first, in every profile that has it; the order stays.
/// Throws UsageError, listing what there is, where no profile has it.
[[nodiscard]] ProfileSet with_default_type(ProfileSet set, const std::string& type);

/// Keys of labels whose values are shown as frames, as pprof's -tagroot and -tagleaf do. What the columns hold are
/// labels too: `pid`, `tid`, `comm` or `execname` (the process), `thread`.
struct LabelFrames {
  std::vector<std::string> roots;   ///< the first becomes the outermost frame
  std::vector<std::string> leaves;  ///< the last becomes the innermost

  [[nodiscard]] bool empty() const { return roots.empty() && leaves.empty(); }
};

/// Adds the frames to every stack, and leaves the labels where they are. Several values of one key stand in one frame,
/// "a,b"; a number has its unit behind it, "64 bytes". Samples without the key get "[unknown]", and profiles in which
/// no sample has it no frame at all. Throws UsageError, listing what there is, where no profile has a key.
[[nodiscard]] ProfileSet with_label_frames(ProfileSet set, const LabelFrames& frames, Context& context);

/// What is left of a set's losses where these frames are added to it: labels, names and ids that are shown are not
/// lost, and neither are samples that had no stack.
[[nodiscard]] std::vector<Loss> losses_beside(const LabelFrames& frames, const ProfileSet& set,
                                              std::vector<Loss> losses);

}  // namespace profconv
#pragma GCC visibility pop
