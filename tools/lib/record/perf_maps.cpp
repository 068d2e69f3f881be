// SPDX-License-Identifier: Apache-2.0
// Reading perf maps again as they grow.
#include "tools/lib/record/perf_maps.h"

#include <sys/stat.h>

#include <algorithm>

namespace profconv::record {

namespace {

/// The size of a perf map that may be believed; 0: there is none.
std::uint64_t trusted_size(const std::string& path, pid_t pid) {
  struct stat map {};
  struct stat process {};
  if (::lstat(path.c_str(), &map) != 0 || !S_ISREG(map.st_mode)) return 0;
  if (::stat(("/proc/" + std::to_string(pid)).c_str(), &process) != 0) return 0;
  return map.st_uid == 0 || map.st_uid == process.st_uid ? static_cast<std::uint64_t>(map.st_size) : 0;
}

}  // namespace

std::string perf_map_of(pid_t pid) { return "/tmp/perf-" + std::to_string(pid) + ".map"; }

std::string PerfMaps::name_at(pid_t pid, std::uint64_t address) {
  Known& known = known_[pid];
  const auto find = [&] { return known.table == nullptr ? std::string() : known.table->at(address).frame.function; };
  std::string name = find();
  const Clock::time_point now = Clock::now();
  if (!name.empty() || now < known.next) return name;
  constexpr std::chrono::milliseconds least_pause{50};
  constexpr int pauses = 9;  // as long as it took to read it
  const std::string path = perf_map_of(pid);
  const std::uint64_t size = trusted_size(path, pid);
  if (size != 0 && size != known.size) {
    known.size = size;
    known.table = std::make_unique<symbolize::SymbolTable>(path);
    name = find();
  }
  known.next = Clock::now() + std::max<Clock::duration>(least_pause, pauses * (Clock::now() - now));
  return name;
}

}  // namespace profconv::record
