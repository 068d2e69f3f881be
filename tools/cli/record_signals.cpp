// SPDX-License-Identifier: Apache-2.0
// Handlers that set flags.
#include "tools/cli/record_signals.h"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>

#include "tools/cli/signal_handlers.h"

namespace profconv::cli {

namespace {

std::atomic<Context*> recorded{nullptr};
std::atomic<bool> asked{false};

extern "C" void on_signal(int) {
  if (!asked.exchange(true)) return;
  if (Context* const context = recorded) context->cancel();
}

}  // namespace

RecordSignals::RecordSignals(Context& context) {
  recorded = &context;
  for (const int signal : stop_signals) {
    if (!is_ignored(signal)) handle(signal, on_signal);
  }
  handle(SIGPIPE, SIG_IGN);
  handle(SIGXFSZ, SIG_IGN);  // the write fails as well, and is an error that leaves nothing behind
}

RecordSignals::~RecordSignals() { recorded = nullptr; }

bool RecordSignals::asked_to_stop() { return asked; }

void RecordSignals::leave_to_target() {
  handle(SIGINT, SIG_IGN);
  handle(SIGQUIT, SIG_IGN);
  handle(SIGTERM, SIG_DFL);
  handle(SIGHUP, SIG_DFL);
}

bool shares_terminal() {
  const pid_t front = ::tcgetpgrp(STDIN_FILENO);
  return front > 0 && front == ::getpgrp();
}

}  // namespace profconv::cli
