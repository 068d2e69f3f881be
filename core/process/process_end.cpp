// SPDX-License-Identifier: Apache-2.0
// The words for ends.
#include "core/process/process_end.h"

#include <system_error>

namespace profconv {

namespace {

std::string duration(int milliseconds) {
  constexpr int a_second = 1000;
  return milliseconds % a_second == 0 ? std::to_string(milliseconds / a_second) + " s"
                                      : std::to_string(milliseconds) + " ms";
}

std::string words_for(const ProcessEnd& end) {
  switch (end.kind) {
    case ProcessEnd::Kind::exited:
      return " exited with status " + std::to_string(end.number);
    case ProcessEnd::Kind::killed:
      return " was killed by signal " + std::to_string(end.number);
    case ProcessEnd::Kind::timed_out:
      return " did not end within " + duration(end.number) + " and was stopped";
    case ProcessEnd::Kind::unknown:
      return " has ended, but its exit status is unknown because this process ignores SIGCHLD";
    case ProcessEnd::Kind::not_found:
      return ": command not found";
    case ProcessEnd::Kind::not_executable:
      return ": not an executable file";
    case ProcessEnd::Kind::not_started:
      return ": cannot be started: " + std::generic_category().message(end.number);
  }
  return {};
}

}  // namespace

std::string describe(const ProcessEnd& end, std::string_view name) { return one_line(name) + words_for(end); }

}  // namespace profconv
