// SPDX-License-Identifier: Apache-2.0
// Inputs with several profiles, and outputs that hold one.
#pragma once

#include <string>
#include <vector>

#include "output_plan.h"
#include "profconv/conversion.h"

namespace profconv {

/// Whether an output holds as many profiles as the input.
[[nodiscard]] bool holds_all(const ProfileSet& set, const Writer& writer, const Options& options);

/// The error for an output that does not. `input` is its name in messages.
[[nodiscard]] SeveralProfilesError several_profiles(const ProfileSet& set, const Writer& writer, const Options& options,
                                                    const std::string& input);

/// One set for each profile. They share the dictionary.
[[nodiscard]] std::vector<ProfileSet> split_profiles(ProfileSet set);

/// Where the profile at `index` goes if `whole` was planned for all `count`: "out/prog-2-BYTES.svg". The number makes
/// names differ, and of the profile's name only letters, digits and ". _ -" are used.
[[nodiscard]] PlannedOutput plan_profile(const PlannedOutput& whole, std::size_t index, std::size_t count,
                                         const std::string& name);

}  // namespace profconv
