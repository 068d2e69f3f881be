// SPDX-License-Identifier: Apache-2.0
// What can keep a tracer from recording, in words that end with what to do.
#pragma once

#include <string>
#include <string_view>

#include "core/process/process_end.h"
#include "profconv/recorder.h"

namespace profconv::record {

/// The systems that profconv records on.
enum class System : unsigned char { linux_, macos, freebsd, illumos, windows, other };

[[nodiscard]] System this_system();

/// How to get a tracer.
[[nodiscard]] std::string how_to_get(std::string_view tracer, System system);

/// Why a tracer ended before it recorded: its own words, and what to do. `said` is what it wrote to standard error.
[[nodiscard]] RecordError failure(std::string_view tracer, const ProcessEnd& end, std::string_view said, System system);

}  // namespace profconv::record
