// SPDX-License-Identifier: Apache-2.0
// Reading what `perf script` printed: line by line, each sample when the next begins.
#pragma once

#include "profconv/input.h"
#include "profconv/options.h"
#include "profconv/profile_builder.h"
#include "readers/perf/events.h"
#include "readers/perf/frames.h"

namespace profconv::perf {

struct Settings {
  Values values = Values::both;
  FrameSettings frames;
  bool keep_fields = false;  ///< of tracepoints, as a label
  bool off_cpu = false;      ///< the time between switches is another profile
};

/// Reads an input to its end. Throws ReadError and LimitError.
void read_script(Input& input, const Settings& settings, ProfileSetBuilder& builder);

}  // namespace profconv::perf
