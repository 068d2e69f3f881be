// SPDX-License-Identifier: Apache-2.0
// Where a picture comes from, as the line below it says.
#pragma once

#include <string>

#include "profconv/profile.h"

namespace profconv {

/// "cc1plus -O2 a.cc, recorded 2026-01-02 03:04:05 UTC, drawn by profconv 1.0.0": only what the profile says, so that
/// equal profiles give equal bytes. Safe to show.
[[nodiscard]] std::string provenance_of(const Metadata& metadata, bool is_comparison);

}  // namespace profconv
