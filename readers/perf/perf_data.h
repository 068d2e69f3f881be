// SPDX-License-Identifier: Apache-2.0
// Recordings of `perf record`: perf itself prints them.
#pragma once

#include <string_view>

#include "profconv/input.h"
#include "readers/perf/frames.h"

namespace profconv::perf {

/// Whether a file begins as perf.data does, of this byte order or the other.
[[nodiscard]] bool is_perf_data(std::string_view head);

/// What `perf script` prints of a recording, read while it runs. Throws ReadError with what to run where there is no
/// perf or it may not be run, and with perf's own words where it refuses.
[[nodiscard]] Input open_perf_data(Input& recording, bool may_run);

/// The build ids that the header of a recording has, as `perf buildid-list` prints them. None for one that perf wrote
/// to a pipe, and where perf has nothing to say.
[[nodiscard]] BuildIds build_ids_of(Input& recording);

}  // namespace profconv::perf
