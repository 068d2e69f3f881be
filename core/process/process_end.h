// SPDX-License-Identifier: Apache-2.0
// How a program that was run has ended, as a value, in words and as an error.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "profconv/errors.h"

namespace profconv {

/// How a program ended, or why it never began.
struct ProcessEnd {
  enum class Kind : std::uint8_t {
    exited,          ///< `number` is the exit status
    killed,          ///< `number` is the signal
    timed_out,       ///< it was stopped at its deadline of `number` milliseconds
    unknown,         ///< this process ignores SIGCHLD, so the system keeps no status
    not_found,       ///< no such file, or none of that name on PATH
    not_executable,  ///< a directory, or a file without the permission
    not_started,     ///< `number` is the system's error number
  };

  Kind kind = Kind::exited;
  int number = 0;

  [[nodiscard]] bool is_good() const { return kind == Kind::exited && number == 0; }
  bool operator==(const ProcessEnd&) const = default;
};

/// "perf script exited with status 3", "perf script was killed by signal 11", "perf: command not found".
[[nodiscard]] std::string describe(const ProcessEnd& end, std::string_view name);

/// A program could not be started, or it failed.
class ProcessError : public Error {
 public:
  ProcessError(const ProcessEnd& end, std::string_view message) : Error(std::string(message)), end_(end) {}
  [[nodiscard]] const ProcessEnd& end() const { return end_; }

 private:
  ProcessEnd end_;
};

}  // namespace profconv
