// SPDX-License-Identifier: Apache-2.0
// What no format forbids and hardly anybody means: profiles that went wrong before they were written.
#pragma once

#include "profconv/context.h"
#include "profconv/profile.h"

namespace profconv {

/// Reports under kinds "check.*" what looks wrong in a set. `where` is the whole input.
void find_suspicions(const ProfileSet& set, const Location& where, Context& context);

}  // namespace profconv
