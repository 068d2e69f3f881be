// SPDX-License-Identifier: Apache-2.0
// A handler of exit() that knows whether a library runs.
#include "library_call.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace profconv::plugins {

namespace {

constexpr int failed_status = 1;
std::atomic<const char*> running = nullptr;

void at_exit() {
  const char* const path = running.load();
  if (path == nullptr) return;
  static_cast<void>(std::fprintf(stderr, "profconv: error: the plugin %s called exit(); nothing was written\n", path));
  std::_Exit(failed_status);
}

}  // namespace

LibraryCall::LibraryCall(const std::string& path) {
  static const bool is_watched = std::atexit(at_exit) == 0;
  if (is_watched) running = path.c_str();
}

LibraryCall::~LibraryCall() { running = nullptr; }

}  // namespace profconv::plugins
