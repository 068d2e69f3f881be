// SPDX-License-Identifier: Apache-2.0
// Profiles whose frames are addresses -> profiles whose frames are functions, lines and inlined functions.
#pragma once

#include <string>

#include "profconv/context.h"
#include "profconv/format.h"
#include "profconv/profile.h"
#include "profconv/profile_builder.h"
#include "tools/lib/symbolize/modules.h"

namespace profconv::symbolize {

/// How a profile was read.
struct ReadAs {
  const Reader& reader;
  bool drops_offsets = false;  ///< offsets in functions were kept for symbols alone
  SampleOrder order = SampleOrder::merged;
  std::string path = {};  ///< of the recording; empty, or no file: not known when it was written
};

/// A frame becomes the function that was running there and the functions inlined at that place. Names that the source
/// states stay, and so do frames that have lines.
[[nodiscard]] ProfileSet with_symbols(ProfileSet set, Modules& modules, const ReadAs& read, Context& context);

}  // namespace profconv::symbolize
