// SPDX-License-Identifier: Apache-2.0
// Small profiles, written as collapsed stacks.
#pragma once

#include <string_view>

#include "profconv/profile.h"

namespace profconv::test {

/// A profile of samples/count from lines of "frame;frame number".
[[nodiscard]] ProfileSet stacks(std::string_view lines);

}  // namespace profconv::test
