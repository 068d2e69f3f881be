// SPDX-License-Identifier: Apache-2.0
// A program plugin that ended as no program should, whatever its input: by a signal, or at its deadline.
#pragma once

#include "core/process/process_end.h"
#include "profconv/errors.h"

namespace profconv::plugins {

class ProgramBroke : public ReadError {
 public:
  using ReadError::ReadError;
};

/// Throws the failure of a program that read `where`.
[[noreturn]] inline void throw_failure(const Location& where, const ProcessError& error) {
  const ProcessEnd::Kind kind = error.end().kind;
  if (kind == ProcessEnd::Kind::killed || kind == ProcessEnd::Kind::timed_out) throw ProgramBroke(where, error.what());
  throw ReadError(where, error.what());
}

}  // namespace profconv::plugins
