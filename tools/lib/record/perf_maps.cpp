// SPDX-License-Identifier: Apache-2.0
// Reading perf maps again as they grow.
#include "tools/lib/record/perf_maps.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "tools/lib/symbolize/text_symbols.h"

namespace profconv::record {

namespace {

/// A process's perf map while it is open: what was checked is what is read.
class OpenMap {
 public:
  explicit OpenMap(pid_t pid)
      : descriptor_(::open(symbolize::perf_map_path(pid).c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)) {
    struct stat map {};
    struct stat process {};
    if (descriptor_ < 0 || ::fstat(descriptor_, &map) != 0 || !S_ISREG(map.st_mode)) return;
    if (::stat(("/proc/" + std::to_string(pid)).c_str(), &process) != 0) return;
    if (map.st_uid == 0 || map.st_uid == process.st_uid) size_ = static_cast<std::uint64_t>(map.st_size);
  }
  OpenMap(const OpenMap&) = delete;
  OpenMap& operator=(const OpenMap&) = delete;
  ~OpenMap() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  /// 0 for a file that is not to be read.
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
  std::uint64_t size_ = 0;
};

}  // namespace

std::string PerfMaps::name_at(pid_t pid, std::uint64_t address) {
  Known& known = known_[pid];
  const auto find = [&] { return known.table == nullptr ? std::string() : known.table->at(address).frame.function; };
  std::string name = find();
  const Clock::time_point now = Clock::now();
  if (!name.empty() || now < known.next) return name;
  constexpr std::chrono::milliseconds least_pause{50};
  constexpr int pauses = 9;  // as long as it took to read it
  const OpenMap map(pid);
  if (map.size() != 0 && map.size() != known.size) {
    known.size = map.size();
    known.table = std::make_unique<symbolize::SymbolTable>(map.path());
    name = find();
  }
  known.next = Clock::now() + std::max<Clock::duration>(least_pause, pauses * (Clock::now() - now));
  return name;
}

}  // namespace profconv::record
