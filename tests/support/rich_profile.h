// SPDX-License-Identifier: Apache-2.0
// A profile set in which every Feature occurs: what a writer cannot carry shows at once.
#pragma once

#include "profconv/profile.h"

namespace profconv::test {

/// Two profiles; `module_names` is the source's habit (Metadata::module_names).
[[nodiscard]] ProfileSet rich_profile(bool module_names = false);

/// A profile whose stacks have +4096 and -512 bytes on different threads, of a value type that few formats name.
[[nodiscard]] ProfileSet signed_profile();

}  // namespace profconv::test
