// SPDX-License-Identifier: Apache-2.0
// Starting a child process: finding its program, and giving it streams, an environment and signals of its own.
#pragma once

#include <sys/types.h>

#include "core/process/pipe_end.h"
#include "core/process/process.h"

namespace profconv {

/// A child, the leader of a process group of its own, and this process's ends of the pipes to it. Ends of streams that
/// are /dev/null are closed.
struct Spawned {
  pid_t pid = -1;
  PipeEnd input, output, errors;
};

/// Starts a child without a shell. It gets this process's working directory and environment with the command's
/// additions, no descriptor but the three streams, and default handling of SIGPIPE, SIGTERM, SIGXFSZ and SIGCHLD, none
/// of them blocked. Throws ProcessError.
[[nodiscard]] Spawned spawn(const Command& command);

}  // namespace profconv
