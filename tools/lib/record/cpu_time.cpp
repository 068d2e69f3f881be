// SPDX-License-Identifier: Apache-2.0
// Fields 14 to 17 of /proc/PID/stat.
#include "tools/lib/record/cpu_time.h"

#include <unistd.h>

#include <array>
#include <cstdint>
#include <sstream>
#include <string>

#include "tools/lib/record/process_stat.h"

namespace profconv::record {

std::optional<CpuTime> cpu_time_of(pid_t pid, bool with_children) {
  constexpr int fields_before = 11;  // 3, the state, to 13
  std::istringstream fields(process_stat(pid));
  std::string skipped;
  for (int i = 0; i < fields_before; ++i) fields >> skipped;
  std::array<std::int64_t, 4> ticks{};  // user, system, and those of children
  for (std::int64_t& each : ticks) fields >> each;
  const std::int64_t per_second = ::sysconf(_SC_CLK_TCK);
  if (!fields || per_second <= 0) return std::nullopt;
  const auto time = [&](std::int64_t own, std::int64_t of_children) {
    return std::chrono::milliseconds((own + (with_children ? of_children : 0)) * 1000 / per_second);
  };
  return CpuTime{.user = time(ticks[0], ticks[2]), .system = time(ticks[1], ticks[3])};
}

}  // namespace profconv::record
