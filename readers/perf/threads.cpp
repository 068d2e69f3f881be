// SPDX-License-Identifier: Apache-2.0
// Interning threads.
#include "readers/perf/threads.h"

namespace profconv::perf {

ThreadId Threads::of(const Heading& heading) {
  if (heading.comm.empty() && !heading.tid && !heading.pid) return {};
  const std::int64_t tid = heading.tid.value_or(Thread::unknown);
  const std::int64_t pid = heading.pid ? *heading.pid : processes_->pid_of(tid).value_or(std::int64_t{Thread::unknown});
  const auto [at, is_new] = known_.try_emplace(Key(pid, tid, heading.comm));
  if (is_new) at->second = make(pid, heading);
  return at->second;
}

ThreadId Threads::make(std::int64_t pid, const Heading& heading) {
  Thread thread{.pid = pid, .tid = heading.tid.value_or(Thread::unknown)};
  thread.thread_name = builder_->string(heading.comm);
  const std::string_view process = pid == thread.tid ? heading.comm : processes_->name_of(pid);
  if (pid != Thread::unknown) thread.process_name = builder_->string(process);
  return builder_->thread(thread);
}

}  // namespace profconv::perf
