// SPDX-License-Identifier: Apache-2.0
// Input -> reader -> transforms -> writer -> output, each step checked.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "profconv/format.h"
#include "profconv/losses.h"
#include "profconv/registry.h"

#pragma GCC visibility push(default)
namespace profconv {

/// Reads one input with one reader. Every error names the input.
[[nodiscard]] ProfileSet read_profiles(const Reader& reader, Input& input, const Options& options,
                                       Projection projection);

/// The set with the one profile called `which`, by name or by number from 1. Throws UsageError listing what there is.
[[nodiscard]] ProfileSet select_profile(ProfileSet set, std::string_view which);

/// Writes and commits. Throws UsageError, listing them, where the set has several profiles and the writer holds one.
void write_profiles(const ProfileSet& set, const Writer& writer, const Options& options, Output& output,
                    Context& context);

}  // namespace profconv
#pragma GCC visibility pop
