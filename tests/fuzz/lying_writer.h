// SPDX-License-Identifier: Apache-2.0
// A plugin that writes, and asks for anything.
#pragma once

#include "fuzz/choices.h"

namespace profconv::test {

/// Writes the profile that has everything with calls that `choices` makes. Throws std::logic_error where the host gives
/// what is not there.
void write_lying(Choices& choices);

}  // namespace profconv::test
