// SPDX-License-Identifier: Apache-2.0
// Users and sysctls.
#include "tools/lib/record/privileges.h"

#include <unistd.h>

#include <fstream>

namespace profconv::record {

bool is_root() { return ::geteuid() == 0; }

bool may_see_kernel_events() {
  constexpr int user_events_only = 2;
  int level = user_events_only;
  std::ifstream("/proc/sys/kernel/perf_event_paranoid") >> level;
  return is_root() || level < user_events_only;
}

}  // namespace profconv::record
