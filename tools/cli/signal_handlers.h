// SPDX-License-Identifier: Apache-2.0
// Setting handlers of signals, and asking for them.
#pragma once

#include <array>
#include <csignal>

namespace profconv::cli {

/// Those that ask a program to stop.
inline constexpr std::array stop_signals{SIGINT, SIGTERM, SIGHUP};

void handle(int signal, void (*handler)(int));

/// nohup and shells that start jobs in the background leave signals ignored; they stay ignored.
[[nodiscard]] bool is_ignored(int signal);

}  // namespace profconv::cli
