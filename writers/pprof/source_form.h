// SPDX-License-Identifier: Apache-2.0
// A profile that was read from a pprof file is written in that file's form. What the file leaves open (names of
// addresses, units of labels, which value to show first, a program) stays open, and so pprof goes on with the copy as
// with the file: it symbolises the same addresses and shows the same tables.
#pragma once

#include <span>

#include "profconv/profile.h"

namespace profconv::pprof {

/// Whether all that is written was read from pprof files that other programs wrote.
[[nodiscard]] inline bool was_pprof(std::span<const Profile> profiles) {
  return profiles.size() == 1 && profiles.front().metadata.source_format == "pprof";
}

}  // namespace profconv::pprof
