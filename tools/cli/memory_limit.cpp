// SPDX-License-Identifier: Apache-2.0
// setrlimit(2). Linux counts private writable memory, including thread stacks and the C library's own.
#include "tools/cli/memory_limit.h"

#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <optional>

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

/// 0: none was requested.
std::uint64_t limit_bytes = 0;
std::optional<rlim_t> limit_before;

}  // namespace

void guard_memory() {
  constexpr std::size_t kept_back_bytes = std::size_t{1} << 17;
  kept_back = std::malloc(kept_back_bytes);
  std::set_new_handler(on_used_up);
}

void limit_memory(std::uint64_t bytes) {
  limit_bytes = bytes;
#ifndef PROFCONV_SANITIZED  // a sanitizer maps more than any machine has
  struct rlimit limit {};
  if (::getrlimit(limited, &limit) != 0) return;
  limit_before = limit.rlim_cur;
  limit.rlim_cur = std::min(limit.rlim_cur, static_cast<rlim_t>(bytes));
  ::setrlimit(limited, &limit);
#endif
}

void lift_memory_limit() {
  struct rlimit limit {};
  if (!limit_before || ::getrlimit(limited, &limit) != 0) return;
  limit.rlim_cur = *limit_before;
  ::setrlimit(limited, &limit);
}

bool memory_is_used_up() { return kept_back == nullptr; }

void print_out_of_memory() {
  if (limit_bytes != 0) {
    static_cast<void>(std::fprintf(
        stderr, "%s: error: out of memory: more is needed than the limit of %" PRIu64 " bytes (--max-memory)\n",
        program_name(), limit_bytes));
  } else {
    static_cast<void>(
        std::fprintf(stderr, "%s: error: out of memory: more is needed than the system or a limit (ulimit) allows\n",
                     program_name()));
  }
}

}  // namespace profconv::cli
