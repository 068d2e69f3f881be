// SPDX-License-Identifier: Apache-2.0
// Whether Spall's web viewer has room for a trace that is written. core/wire/spall.h says what it has.
#pragma once

#include <cstddef>
#include <cstdint>

#include "profconv/context.h"

namespace profconv::spall {

/// Adds up what a trace takes of the viewer's arena.
class ViewerArena {
 public:
  /// Threads of one process must come one after the other.
  void add_thread(std::uint32_t pid, std::size_t depth);
  [[nodiscard]] std::uint64_t bytes() const;
  /// Notes a trace that the web viewer cannot open.
  void report(Context& context) const;

 private:
  std::uint64_t closed_bytes_ = 0;  ///< of depths, and of the threads of all processes but the current
  std::size_t process_count_ = 0;
  std::size_t threads_in_process_ = 0;
  std::size_t thread_count_ = 0;
  std::size_t max_depth_ = 0;
  std::uint32_t pid_ = 0;
};

}  // namespace profconv::spall
