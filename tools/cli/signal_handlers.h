// SPDX-License-Identifier: Apache-2.0
// Setting handlers of signals, and asking for them.
#pragma once

namespace profconv::cli {

void handle(int signal, void (*handler)(int));

/// nohup and shells that start jobs in the background leave signals ignored; they stay ignored.
[[nodiscard]] bool is_ignored(int signal);

}  // namespace profconv::cli
