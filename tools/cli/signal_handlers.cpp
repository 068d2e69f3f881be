// SPDX-License-Identifier: Apache-2.0
// sigaction(2).
#include "tools/cli/signal_handlers.h"

#include <csignal>

namespace profconv::cli {

void handle(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  ::sigaction(signal, &action, nullptr);
}

bool is_ignored(int signal) {
  struct sigaction current {};
  return ::sigaction(signal, nullptr, &current) == 0 && current.sa_handler == SIG_IGN;
}

}  // namespace profconv::cli
