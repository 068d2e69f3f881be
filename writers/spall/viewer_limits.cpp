// SPDX-License-Identifier: Apache-2.0
// The arithmetic of the viewer's arena.
#include "viewer_limits.h"

#include <algorithm>
#include <string>

#include "core/wire/spall.h"

namespace profconv::spall {

void ViewerArena::add_thread(std::uint32_t pid, std::size_t depth) {
  if (process_count_ == 0 || pid != pid_) {
    closed_bytes_ += viewer::thread_bytes * viewer::places_taken(threads_in_process_);
    ++process_count_;
    threads_in_process_ = 0;
    pid_ = pid;
  }
  ++threads_in_process_;
  ++thread_count_;
  closed_bytes_ += viewer::depth_bytes * viewer::places_taken(depth);
  max_depth_ = std::max(max_depth_, depth);
}

std::uint64_t ViewerArena::bytes() const {
  return closed_bytes_ + viewer::thread_bytes * viewer::places_taken(threads_in_process_) +
         viewer::process_bytes * viewer::places_taken(process_count_);
}

void ViewerArena::report(Context& context) const {
  if (bytes() <= viewer::arena_bytes) return;
  context.note("spall.viewer", {},
               "Spall's web viewer runs out of memory (processes: " + std::to_string(process_count_) +
                   ", threads: " + std::to_string(thread_count_) + ", deepest stack: " + std::to_string(max_depth_) +
                   "); open it in the native viewer");
}

}  // namespace profconv::spall
