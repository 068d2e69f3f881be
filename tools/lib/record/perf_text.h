// SPDX-License-Identifier: Apache-2.0
// What perf records, as text while it is recorded: `perf script` reads the recording from a pipe.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <memory>
#include <string_view>

#include "profconv/context.h"
#include "profconv/input.h"

namespace profconv::record {

/// The samples of one process, or of all with pid 0. `recording` is what `perf record -o -` writes; `context` must
/// outlive the source. Throws ProcessError.
[[nodiscard]] std::unique_ptr<Source> perf_text(std::unique_ptr<Source> recording, pid_t pid, const Context& context);

/// How many bytes of that text are whole samples.
[[nodiscard]] std::size_t whole_samples(std::string_view text);

}  // namespace profconv::record
