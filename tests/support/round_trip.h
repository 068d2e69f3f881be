// SPDX-License-Identifier: Apache-2.0
// The law that what is written, read and written again is the same bytes.
#pragma once

#include <string>

#include "profconv/context.h"
#include "profconv/profile.h"

namespace profconv::test {

/// Writes a set of one profile in every format that can be read, reads it and writes it again. "" where the bytes are
/// the same, or something was too large for the limits.
[[nodiscard]] std::string round_trip_fault(const ProfileSet& set, const Limits& limits);

}  // namespace profconv::test
