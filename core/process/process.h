// SPDX-License-Identifier: Apache-2.0
// Running another program: its output is a source of bytes, such as an Input reads, and how it ended is part of the
// result.
//
//   Command command{.words = {"perf", "script", "-i", path}, .name = "perf script"};
//   Input input(path, std::make_unique<Process>(std::move(command), context), context);
//
// There is never a shell: words are passed as they are. Nothing about this process changes: no working directory, no
// signal handler, no descriptor that a child could inherit. Of what the child writes, standard output is read in pieces
// and only the last part of standard error is kept, so that gigabytes take no memory. A Process starts no thread and
// belongs to one.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/process/pipe_end.h"
#include "core/process/process_end.h"
#include "profconv/input.h"

namespace profconv {

/// A program and how to run it.
struct Command {
  std::vector<std::string> words;  ///< the program, a path or a name on PATH, and its arguments
  std::string name;                ///< in messages; empty: the program's
  std::vector<std::pair<std::string, std::string>> environment;  ///< added to this process's
  std::unique_ptr<Source> input;                                 ///< its standard input; null: /dev/null
  bool input_is_socket = false;                                  ///< PipeEnd::make_sockets() for it
  std::vector<PipeEnd> handed;                                   ///< its descriptors 3, 4, ..., in this order
  bool ignores_output = false;                                   ///< standard output and standard error are /dev/null
  std::chrono::milliseconds deadline{0};                         ///< after its start, for all of it; 0: none
  std::chrono::milliseconds grace{1000};                         ///< how long it may take to end after SIGTERM
  std::size_t max_error_bytes = std::size_t{1} << 16;            ///< of standard error that are kept
};

/// What messages call a command.
[[nodiscard]] std::string name_of(const Command& command);

/// A child process. The destructor stops it: SIGTERM to its process group, SIGKILL after Command::grace. Once it has
/// ended by itself, programs that it started are left alone, and what they write later is not read.
///
/// Every call below notices a cancelled context and the deadline, within a twentieth of a second, and stops the child.
/// A read of Command::input may wait longer.
class Process : public Source {
 public:
  /// Starts the child; `context` must outlive this object. Throws ProcessError.
  Process(Command command, const Context& context);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process() override { stop(); }

  /// Standard output. Returns 0 only when it is at its end and the child has exited with status 0. Throws ProcessError,
  /// with the last line of standard error, if the child failed; Cancelled; what Command::input throws.
  std::size_t read(std::span<char> buffer) override;
  /// The same for a while: nothing if there is nothing to read then. How the child ended is left to wait().
  std::optional<std::size_t> read_for(std::span<char> buffer, std::chrono::milliseconds most);
  /// Sends a signal to the child and to its process group, unless it has ended. It goes on being read.
  void signal(int number);
  /// Waits until the child has ended; standard output that was not read is dropped. Throws Cancelled.
  ProcessEnd wait();
  /// The same for a while: nothing if the child is still running then.
  std::optional<ProcessEnd> wait_for(std::chrono::milliseconds most);
  /// Lets the child go on without this object. Only for children without pipes (Command::ignores_output, no input);
  /// until this process ends, one that has ended remains as a zombie.
  void release() { is_released_ = true; }

  /// The last part of what the child wrote to standard error so far, at most Command::max_error_bytes.
  [[nodiscard]] std::string_view error_text() const;

 private:
  using Clock = std::chrono::steady_clock;

  std::size_t serve(std::span<char> buffer, std::chrono::milliseconds pause);
  void feed();
  void collect_errors();
  void note_end();
  [[nodiscard]] bool is_over() const { return end_ && !output_.is_open() && !errors_.is_open(); }
  [[nodiscard]] bool is_past_deadline() const;
  void stop() noexcept;
  void await_end(Clock::time_point until) const noexcept;
  [[nodiscard]] std::string message() const;

  Command command_;
  const Context* context_;
  Clock::time_point start_ = Clock::now();
  pid_t pid_ = -1;
  PipeEnd input_, output_, errors_;
  std::vector<char> fed_;   ///< a block of the input
  std::string_view unfed_;  ///< what the child has not taken of it
  std::string error_text_;  ///< and up to as many bytes before it
  std::optional<ProcessEnd> end_;
  bool is_released_ = false;
};

/// What a program prints, at most so many bytes of it. Throws as Process does.
[[nodiscard]] std::string output_of(Command command, const Context& context, std::size_t most_bytes);

}  // namespace profconv
