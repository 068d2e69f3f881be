// SPDX-License-Identifier: Apache-2.0
// setrlimit(2). Linux counts as data what is private and writable, memory of threads and of the C library included.
#include "tools/cli/memory_limit.h"

#include <sys/resource.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <atomic>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <new>

#include "tools/cli/messages.h"
#include "tools/cli/terminal.h"

namespace profconv::cli {

namespace {

#ifdef __linux__
constexpr auto limited = RLIMIT_DATA;
#else
constexpr auto limited = RLIMIT_AS;
#endif

std::atomic<void*> kept_back{nullptr};

void on_used_up() {
  void* const last = kept_back.exchange(nullptr);
  if (last == nullptr) throw std::bad_alloc();
  std::free(last);
  cancel_running();
}

/// 0: none was asked for.
std::uint64_t asked_for = 0;

void lower_limit(std::uint64_t bytes) {
#ifdef PROFCONV_SANITIZED
  static_cast<void>(bytes);  // a sanitizer maps more than any machine has
#else
  struct rlimit limit {};
  if (::getrlimit(limited, &limit) != 0) return;
  limit.rlim_cur = std::min(limit.rlim_cur, static_cast<rlim_t>(bytes));
  ::setrlimit(limited, &limit);
#endif
}

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

std::uint64_t machine_bytes() {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long page_bytes = ::sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page_bytes <= 0) return unlimited;
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_bytes);
}

/// What Linux allows a container, which sees its own limit at the top: cgroup v2's file (a number or "max"), then v1's.
std::uint64_t container_bytes() {
  for (const char* path : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    std::ifstream file(path);
    if (std::uint64_t bytes = 0; file >> bytes) return bytes;
  }
  return unlimited;
}

}  // namespace

void guard_memory() {
  constexpr std::size_t kept_back_bytes = std::size_t{1} << 17;
  kept_back = std::malloc(kept_back_bytes);
  std::set_new_handler(on_used_up);
  lower_limit(std::min(machine_bytes(), container_bytes()));
}

void limit_memory(std::uint64_t bytes) {
  asked_for = bytes;
#ifdef __GLIBC__
  // What the heap was given beforehand (large_pages.cpp) would be above the limit.
  static_cast<void>(::malloc_trim(0));
#endif
  lower_limit(bytes);
}

bool memory_is_used_up() { return kept_back == nullptr; }

void print_out_of_memory() {
  if (asked_for != 0) {
    static_cast<void>(
        std::fprintf(stderr, "%s: out of memory: more is needed than the limit of %" PRIu64 " bytes (--max-memory)\n",
                     program_name(), asked_for));
  } else {
    static_cast<void>(std::fprintf(stderr,
                                   "%s: out of memory: more is needed than the machine or the container has, or "
                                   "a limit (ulimit) allows\n",
                                   program_name()));
  }
}

}  // namespace profconv::cli
