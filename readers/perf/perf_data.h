// SPDX-License-Identifier: Apache-2.0
// Recordings of `perf record`: perf itself prints them.
#pragma once

#include <string_view>

#include "profconv/input.h"

namespace profconv::perf {

/// Whether a file begins as perf.data does, of this byte order or the other.
[[nodiscard]] bool is_perf_data(std::string_view head);

/// What `perf script` prints of a recording, read while it runs. Throws ReadError with what to run where there is no
/// perf or it may not be run, and with perf's own words where it refuses.
[[nodiscard]] Input open_perf_data(Input& recording, bool may_run);

}  // namespace profconv::perf
