// SPDX-License-Identifier: Apache-2.0
// Refusing settings that would do nothing.
#pragma once

#include <span>
#include <string>

#include "profconv/registry.h"

namespace profconv {

/// Throws UsageError for the first setting that none of these formats takes, saying why: no such format or option (with
/// the nearest name), or one of a format that takes no part.
void require_all_taken(std::span<const Setting> settings, std::span<const Reader* const> readers,
                       std::span<const Writer* const> writers, const Registry& registry);

/// Sets the options of a reader so that frames can be looked up. Returns whether offsets in functions are kept for that
/// alone.
[[nodiscard]] bool prepare_for_symbols(const Reader& reader, Options& options);

/// Gives options that take the name of what is converted "a.out", "a.out and 2 more" or "before.out → after.out",
/// unless the user chose one. `base` is empty unless it is compared with the inputs.
void name_input(Options& options, std::span<const std::string> inputs, const std::string& base);

}  // namespace profconv
