// SPDX-License-Identifier: Apache-2.0
// Where files were mapped while a tracer recorded that prints addresses and paths alone. With that, addresses can be
// looked up later, in another file than the one that ran: a debug file, a program before it was stripped.
#pragma once

#include <string>
#include <vector>

#include "profconv/context.h"
#include "profconv/profile.h"
#include "tools/lib/symbolize/mapped_files.h"

namespace profconv::record {

/// A part of a file, where a process has it in memory.
struct PlacedFile {
  symbolize::MappedFile mapped;
  std::string build_id;  ///< empty: not known
};

/// The same samples, with the start, limit and offset of mappings that lack them. A frame's mapping is the one of
/// `places`, each there once, that has its address and its name: tracers print names with or without their folders.
/// Of several, as in containers with other files of that name, it is not known which.
[[nodiscard]] ProfileSet with_places(ProfileSet set, const std::vector<PlacedFile>& places, Context& context);

}  // namespace profconv::record
