// SPDX-License-Identifier: Apache-2.0
// The system calls of the command: what its streams are, and signals.
#pragma once

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "profconv/context.h"

namespace profconv::cli {

/// Puts /dev/null where a standard stream is closed: the next file would get its number, and what is said go there.
void open_missing_streams();

[[nodiscard]] bool stdin_is_terminal();
[[nodiscard]] bool stdin_is_pipe();
[[nodiscard]] bool stdout_is_terminal();
[[nodiscard]] bool stderr_is_terminal();
/// When to color: on a terminal that wants it, always or never.
enum class ColourChoice : std::uint8_t { automatic, always, never };
/// Reads "auto", "always" or "never"; throws UsageError.
[[nodiscard]] ColourChoice parse_colour(std::string_view word);
/// Applies to everything printed from now on.
void choose_colour(ColourChoice choice);
/// Whether to color a stream. Without a choice: a terminal, unless NO_COLOR is set or TERM is unset or "dumb".
[[nodiscard]] bool colours_stdout();
[[nodiscard]] bool colours_stderr();
struct TerminalSize {
  std::size_t columns = 80;
  std::size_t rows = 24;
};
/// Of the terminal that standard error is; the usual one if that is unknown.
[[nodiscard]] TerminalSize stderr_size();
/// The size of a regular file.
[[nodiscard]] std::optional<std::uint64_t> file_size(const std::string& path);

/// Turns signals into cancelling a conversion as long as it lives, so that half-written outputs are removed.
///
/// While the input is a pipe the first Ctrl-C is left to the program that writes into it (dtrace prints only then),
/// and its output is read to the end. The second ends the input and cancels; the third kills as usual.
class SignalGuard {
 public:
  SignalGuard(Context& context, bool reads_pipe);
  SignalGuard(const SignalGuard&) = delete;
  SignalGuard& operator=(const SignalGuard&) = delete;
  ~SignalGuard();
};

/// What a signal would do to the conversion that runs, if one does.
void cancel_running() noexcept;

/// Keeps the signals that stop a conversion from the threads that this one starts meanwhile: a system call that waits
/// in this thread is only interrupted by a signal of its own.
class SignalsHeldBack {
 public:
  SignalsHeldBack();
  SignalsHeldBack(const SignalsHeldBack&) = delete;
  SignalsHeldBack& operator=(const SignalsHeldBack&) = delete;
  ~SignalsHeldBack();

 private:
  sigset_t before_{};
};

/// Ends the process as the signal that was caught would have, so that a shell sees it; returns where none was.
void die_of_caught_signal();

}  // namespace profconv::cli
