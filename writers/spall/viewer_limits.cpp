// SPDX-License-Identifier: Apache-2.0
// The arithmetic of the viewer's arena.
#include "viewer_limits.h"

#include <algorithm>
#include <string>

namespace profconv::spall {

namespace {

constexpr std::uint64_t arena_bytes = std::uint64_t{1} << 20;
constexpr std::uint64_t process_bytes = 160;
constexpr std::uint64_t thread_bytes = 176;
constexpr std::uint64_t depth_bytes = 72;

/// Places that an array has taken up, outgrown ones included, once it holds `count`.
std::uint64_t places_taken(std::uint64_t count) {
  std::uint64_t taken = 0;
  for (std::uint64_t capacity = 0; capacity < count; taken += capacity) capacity = capacity * 2 + 8;
  return taken;
}

}  // namespace

void ViewerArena::add_thread(std::uint32_t pid, std::size_t depth) {
  if (process_count_ == 0 || pid != pid_) {
    closed_bytes_ += thread_bytes * places_taken(threads_in_process_);
    ++process_count_;
    threads_in_process_ = 0;
    pid_ = pid;
  }
  ++threads_in_process_;
  ++thread_count_;
  closed_bytes_ += depth_bytes * places_taken(depth);
  max_depth_ = std::max(max_depth_, depth);
}

std::uint64_t ViewerArena::bytes() const {
  return closed_bytes_ + thread_bytes * places_taken(threads_in_process_) +
         process_bytes * places_taken(process_count_);
}

void ViewerArena::report(Context& context) const {
  if (bytes() <= arena_bytes) return;
  context.note("spall.viewer", {},
               "Spall's web viewer has no room for this trace (processes: " + std::to_string(process_count_) +
                   ", threads: " + std::to_string(thread_count_) + ", frames in the deepest stack: " +
                   std::to_string(max_depth_) + ") and will stop with OutOfMemory; the native viewer opens it");
}

}  // namespace profconv::spall
