// SPDX-License-Identifier: Apache-2.0
// Refusing settings that would do nothing.
#pragma once

#include <span>

#include "profconv/registry.h"

namespace profconv {

/// Throws UsageError for the first setting that none of these formats takes, saying why: no such format or option (with
/// the nearest name), or one of a format that takes no part.
void require_all_taken(std::span<const Setting> settings, std::span<const Reader* const> readers,
                       std::span<const Writer* const> writers, const Registry& registry);

}  // namespace profconv
