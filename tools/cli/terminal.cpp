// SPDX-License-Identifier: Apache-2.0
// POSIX streams and signals.
#include "tools/cli/terminal.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <string_view>

#include "profconv/errors.h"
#include "tools/cli/signal_handlers.h"

namespace profconv::cli {

namespace {

std::atomic<Context*> running{nullptr};
std::atomic<bool> first_is_the_producers{false};
std::atomic<int> caught{0};

/// A read that waits for a producer would never see the cancellation; at the end of the input it does.
void end_standard_input() {
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (nothing < 0) return;
  ::dup2(nothing, STDIN_FILENO);
  ::close(nothing);
}

/// What was cancelled has not ended: a plugin that is a library may not look.
extern "C" void on_late_end(int) { static_cast<void>(::raise(caught)); }

extern "C" void on_stop_signal(int signal) {
  constexpr unsigned longest_end_seconds = 5;
  if (signal == SIGINT && first_is_the_producers.exchange(false)) return;
  caught = signal;
  if (Context* const context = running) context->cancel();
  end_standard_input();
  static_cast<void>(std::signal(signal, SIG_DFL));
  ::alarm(longest_end_seconds);
}

extern "C" void on_broken_pipe(int signal) { caught = signal; }

bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): nothing sets variables
  return value != nullptr && *value != '\0';
}

ColourChoice colour_choice = ColourChoice::automatic;

bool colours(bool is_terminal) {
  if (colour_choice != ColourChoice::automatic) return colour_choice == ColourChoice::always;
  const char* const terminal = std::getenv("TERM");  // NOLINT(concurrency-mt-unsafe): as above
  return is_terminal && !is_set("NO_COLOR") && terminal != nullptr && std::string_view(terminal) != "dumb";
}

}  // namespace

void open_missing_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // The wrong way round, so that whoever uses it hears of it.
    if (::fcntl(stream, F_GETFD) < 0) ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

bool stdin_is_terminal() { return ::isatty(STDIN_FILENO) == 1; }
bool stdout_is_terminal() { return ::isatty(STDOUT_FILENO) == 1; }
bool stderr_is_terminal() { return ::isatty(STDERR_FILENO) == 1; }

bool stdin_is_pipe() {
  struct stat status {};
  return ::fstat(STDIN_FILENO, &status) == 0 && S_ISFIFO(status.st_mode);
}

ColourChoice parse_colour(std::string_view word) {
  if (word == "auto") return ColourChoice::automatic;
  if (word == "always") return ColourChoice::always;
  if (word == "never") return ColourChoice::never;
  throw UsageError("--color takes auto, always or never, not '" + std::string(word) + "'");
}

void choose_colour(ColourChoice choice) { colour_choice = choice; }

bool colours_stdout() { return colours(stdout_is_terminal()); }
bool colours_stderr() { return colours(stderr_is_terminal()); }

TerminalSize stderr_size() {
  TerminalSize known;
  struct winsize size {};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0) return known;
  if (size.ws_col > 0) known.columns = size.ws_col;
  if (size.ws_row > 0) known.rows = size.ws_row;
  return known;
}

std::optional<std::uint64_t> file_size(const std::string& path) {
  struct stat status {};
  const bool known = path == "-" ? ::fstat(STDIN_FILENO, &status) == 0 : ::stat(path.c_str(), &status) == 0;
  if (!known || !S_ISREG(status.st_mode)) return std::nullopt;
  return static_cast<std::uint64_t>(status.st_size);
}

SignalGuard::SignalGuard(Context& context, bool reads_pipe) {
  running = &context;
  first_is_the_producers = reads_pipe;
  for (const int signal : stop_signals) {
    if (!is_ignored(signal)) handle(signal, on_stop_signal);
  }
  handle(SIGALRM, on_late_end);
  if (!is_ignored(SIGPIPE)) handle(SIGPIPE, on_broken_pipe);
  handle(SIGXFSZ, SIG_IGN);  // the write fails as well, and is an error that leaves nothing behind
}

SignalGuard::~SignalGuard() { running = nullptr; }

void cancel_running() noexcept {
  if (Context* const context = running) context->cancel();
}

SignalsHeldBack::SignalsHeldBack() {
  sigset_t held;
  sigemptyset(&held);
  for (const int signal : stop_signals) sigaddset(&held, signal);
  ::pthread_sigmask(SIG_BLOCK, &held, &before_);
}

SignalsHeldBack::~SignalsHeldBack() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

void die_of_caught_signal() {
  const int signal = caught;
  if (signal == 0) return;
  handle(signal, SIG_DFL);
  static_cast<void>(::raise(signal));
}

}  // namespace profconv::cli
