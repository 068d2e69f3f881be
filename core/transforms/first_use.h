// SPDX-License-Identifier: Apache-2.0
// A dictionary with what samples use and nothing else, in the order of its first use: profiles with equal rows then
// have equal ids, however they were made.
#pragma once

#include <vector>

#include "profconv/context.h"
#include "profconv/dictionary.h"
#include "profconv/profile.h"

namespace profconv {

/// The profiles with a dictionary made anew.
[[nodiscard]] ProfileSet by_first_use(const Dictionary& from, std::vector<Profile> profiles, const Context& context);

}  // namespace profconv
