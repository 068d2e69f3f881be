// SPDX-License-Identifier: Apache-2.0
// What the options of the reader ask for.
#pragma once

#include "readers/perf/events.h"
#include "readers/perf/frames.h"

namespace profconv::perf {

struct Settings {
  Values values = Values::both;
  FrameSettings frames;
  bool keep_fields = false;  ///< of tracepoints, as a label
  bool off_cpu = false;      ///< the time between switches is another profile
};

}  // namespace profconv::perf
