// SPDX-License-Identifier: Apache-2.0
// What code is mapped in a process, on Linux; elsewhere none is known.
//
//   55ff1cdc4000-55ff1cdc5000 r-xp 00001000 fe:00 1234   /home/user/spin
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <deque>
#include <vector>

#include "tools/lib/symbolize/mapped_files.h"

namespace profconv::record {

using symbolize::MappedFile;

/// The processes that a process has started and that still run.
[[nodiscard]] std::vector<pid_t> children_of(pid_t pid);

class MemoryMaps {
 public:
  /// Adds what is mapped now, and returns whether it is something else than before. What was mapped before stays known,
  /// since a program may unload a library.
  bool look_at(pid_t pid);
  /// What was mapped at an address last; null: nothing that is known.
  [[nodiscard]] const MappedFile* find(std::uint64_t address) const;
  /// What was mapped, the newest first.
  [[nodiscard]] const std::deque<std::vector<MappedFile>>& looks() const { return looks_; }

 private:
  std::deque<std::vector<MappedFile>> looks_;  ///< the newest first
};

}  // namespace profconv::record
