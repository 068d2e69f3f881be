// SPDX-License-Identifier: Apache-2.0
// The process that is recorded: a program that this process starts, or one that runs already. It is never killed.
//
// A program of ours is a child that waits, before its exec, for a byte in a pipe, so that the tracer can attach to its
// process id first. It keeps this process's streams, group, terminal and directory. If the pipe closes without a byte,
// since this process has ended, it exits, and the program never runs.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "core/process/pipe_end.h"
#include "tools/lib/record/invoker.h"

namespace profconv::record {

class Target {
 public:
  /// No process: everything is recorded.
  Target() = default;
  /// Starts a child that will be the program `words`, as the invoker. Throws RecordError.
  [[nodiscard]] static Target start(const std::vector<std::string>& words, const std::optional<Invoker>& invoker);
  /// A running process. Throws RecordError for an unknown process id.
  [[nodiscard]] static Target attach(pid_t pid);
  Target(Target&& other) noexcept;
  Target& operator=(Target&&) = delete;
  /// A child that was not released ends; one that was goes on.
  ~Target();

  /// 0: no process.
  [[nodiscard]] pid_t pid() const { return pid_; }
  [[nodiscard]] bool is_child() const { return is_child_; }
  /// The program's name, of a running one with its id, "nginx (process 17)"; without a known name "process 17".
  [[nodiscard]] const std::string& name() const { return name_; }

  /// Lets the child become the program. Throws RecordError if it cannot.
  void release();
  /// Whether it has ended. A child stays a zombie until status(), so that no other process gets its id.
  [[nodiscard]] bool has_ended() const;
  /// As a shell has it, 128 and more for a signal; nothing: it still runs. Only for children.
  [[nodiscard]] std::optional<int> status();
  /// The same, once the child has ended.
  int await_status();
  /// What a child that has ended took; call after status().
  [[nodiscard]] std::optional<std::chrono::milliseconds> cpu_time() const { return cpu_time_; }

 private:
  std::optional<int> reap(int options);

  pid_t pid_ = 0;
  bool is_child_ = false;
  bool is_released_ = false;
  std::string name_;
  PipeEnd go_;      ///< a byte releases the child
  PipeEnd failed_;  ///< closes at its exec, or says why that failed
  std::optional<int> status_;
  std::optional<std::chrono::milliseconds> cpu_time_;
};

}  // namespace profconv::record
