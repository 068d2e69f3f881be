// SPDX-License-Identifier: Apache-2.0
// What is done with one fuzzed input: read it with one reader, and write what was read with every writer.
#pragma once

#include <string_view>

#include "profconv/format.h"

namespace profconv::test {

/// Throws what is no Error of ours, and std::logic_error where reading in small pieces gives something else.
void fuzz_one(const Reader& reader, std::string_view bytes);

}  // namespace profconv::test
