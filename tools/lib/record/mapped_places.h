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

/// The same samples, with the start, limit and offset of mappings that lack them. A mapping is one of `places` if its
/// frames are there and in no other place of a file of its name: tracers print names with or without their folders.
[[nodiscard]] ProfileSet with_places(ProfileSet set, const std::vector<PlacedFile>& places, Context& context);

}  // namespace profconv::record
