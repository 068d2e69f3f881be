// SPDX-License-Identifier: Apache-2.0
// /proc/PID/maps.
#include "tools/lib/record/memory_maps.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ios>
#include <sstream>
#include <system_error>

namespace profconv::record {

namespace {

std::vector<MappedFile> mapped_in(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/maps");
  std::vector<MappedFile> found;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    MappedFile mapped;
    char dash = 0;
    std::string permissions;
    std::string device;
    std::string inode;
    words >> std::hex >> mapped.start >> dash >> mapped.end >> permissions >> mapped.offset >> device >> inode >>
        std::ws;
    if (!std::getline(words, mapped.path) || permissions.find('x') == permissions.npos) continue;
    if (mapped.path.starts_with('/')) found.push_back(std::move(mapped));
  }
  return found;
}

}  // namespace

std::vector<pid_t> children_of(pid_t pid) {
  std::vector<pid_t> children;
  std::error_code failed;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/" + std::to_string(pid) + "/task", failed)) {
    std::ifstream file(thread.path() / "children");
    for (pid_t child = 0; file >> child;) children.push_back(child);
  }
  return children;
}

void MemoryMaps::look_at(pid_t pid) {
  constexpr std::size_t most_looks = 16;
  std::vector<MappedFile> now = mapped_in(pid);
  if (now.empty() || (!looks_.empty() && looks_.front() == now)) return;
  looks_.push_front(std::move(now));
  if (looks_.size() > most_looks) looks_.pop_back();
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
