// SPDX-License-Identifier: Apache-2.0
// Starting a child process: finding its program, and giving it streams, an environment and signals of its own.
#pragma once

#include <sys/types.h>

#include <string>

#include "core/process/pipe_end.h"
#include "core/process/process.h"

namespace profconv {

/// A child, the leader of a process group of its own, and this process's ends of the pipes to it. Ends of streams that
/// are /dev/null are closed.
struct Spawned {
  pid_t pid = -1;
  PipeEnd input, output, errors;
};

/// The path of a program: itself if it has a slash, else the first of that name in PATH. Only absolute directories of
/// PATH count: what the working directory holds is not run by accident. Throws ProcessError, which calls it `name`.
[[nodiscard]] std::string program_path(const std::string& program, const std::string& name);

/// Starts a child without a shell. It gets this process's working directory and environment with the command's
/// additions, no descriptor but the three streams and those handed to it, and default handling of SIGPIPE, SIGTERM,
/// SIGXFSZ and SIGCHLD, none of them blocked. Throws ProcessError.
[[nodiscard]] Spawned spawn(Command& command);

}  // namespace profconv
