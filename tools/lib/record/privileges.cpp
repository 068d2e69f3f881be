// SPDX-License-Identifier: Apache-2.0
// Users and sysctls.
#include "tools/lib/record/privileges.h"

#include <unistd.h>

#include <fstream>

namespace profconv::record {

bool is_root() { return ::geteuid() == 0; }

std::uint32_t most_frames() {
  std::uint32_t frames = 127;
  std::ifstream("/proc/sys/kernel/perf_event_max_stack") >> frames;
  return frames;
}

bool may_see_kernel_events() {
  constexpr int user_events_only = 2;
  int level = user_events_only;
  std::ifstream("/proc/sys/kernel/perf_event_paranoid") >> level;
  return is_root() || level < user_events_only;
}

}  // namespace profconv::record
