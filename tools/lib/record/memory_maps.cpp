// SPDX-License-Identifier: Apache-2.0
// /proc/PID/maps.
#include "tools/lib/record/memory_maps.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace profconv::record {

std::vector<pid_t> children_of(pid_t pid) {
  std::vector<pid_t> children;
  std::error_code failed;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/" + std::to_string(pid) + "/task", failed)) {
    std::ifstream file(thread.path() / "children");
    for (pid_t child = 0; file >> child;) children.push_back(child);
  }
  return children;
}

bool MemoryMaps::look_at(pid_t pid) {
  constexpr std::size_t most_looks = 16;
  std::vector<MappedFile> now = symbolize::mapped_code("/proc/" + std::to_string(pid) + "/maps");
  if (now.empty() || (!looks_.empty() && looks_.front() == now)) return false;
  looks_.push_front(std::move(now));
  if (looks_.size() > most_looks) looks_.pop_back();
  return true;
}

const MappedFile* MemoryMaps::find(std::uint64_t address) const {
  for (const std::vector<MappedFile>& look : looks_) {
    const auto found = std::find_if(
        look.begin(), look.end(), [&](const MappedFile& file) { return address >= file.start && address < file.end; });
    if (found != look.end()) return &*found;
  }
  return nullptr;
}

}  // namespace profconv::record
