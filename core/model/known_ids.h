// SPDX-License-Identifier: Apache-2.0
// Whether what was built refers only to what is there: ids of another builder would be read past the ends of tables.
#pragma once

#include "profconv/dictionary.h"
#include "profconv/profile.h"

namespace profconv {

/// Throws std::logic_error, naming the id.
void require_known_ids(const Dictionary& dictionary);
void require_known_ids(const Profile& profile, const Dictionary& dictionary);

}  // namespace profconv
