// SPDX-License-Identifier: Apache-2.0
// The library that runs.
#include "library_call.h"

#include <algorithm>
#include <array>
#include <atomic>

namespace profconv::plugins {

namespace {

/// A copy: exit() destroys the plugins first.
std::array<char, 4096> path_of_last{};
std::atomic<const char*> running = nullptr;

}  // namespace

const char* running_library() { return running.load(); }

LibraryCall::LibraryCall(const std::string& path) {
  const std::size_t size = std::min(path.size(), path_of_last.size() - 1);
  *std::copy_n(path.begin(), size, path_of_last.begin()) = '\0';
  running = path_of_last.data();
}

LibraryCall::~LibraryCall() { running = nullptr; }

}  // namespace profconv::plugins
