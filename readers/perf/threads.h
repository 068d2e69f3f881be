// SPDX-License-Identifier: Apache-2.0
// Threads by what the first line of a sample says of them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>

#include "profconv/profile_builder.h"
#include "readers/perf/heading.h"
#include "readers/perf/processes.h"

namespace profconv::perf {

class Threads {
 public:
  Threads(ProfileSetBuilder& builder, const Processes& processes) : builder_(&builder), processes_(&processes) {}

  /// The thread of a sample. perf's name is the thread's; the process's is that of its first thread.
  ThreadId of(const Heading& heading);

 private:
  using Key = std::tuple<std::int64_t, std::int64_t, std::string>;

  ThreadId make(std::int64_t pid, const Heading& heading);

  ProfileSetBuilder* builder_;
  const Processes* processes_;
  std::map<Key, ThreadId> known_;  ///< a process that gets its name later remains one
};

}  // namespace profconv::perf
