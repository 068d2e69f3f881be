// SPDX-License-Identifier: Apache-2.0
// The library that runs.
#include "library_call.h"

#include <atomic>

namespace profconv::plugins {

namespace {

std::atomic<const char*> running = nullptr;

}  // namespace

const char* running_library() { return running.load(); }

LibraryCall::LibraryCall(const std::string& path) { running = path.c_str(); }

LibraryCall::~LibraryCall() { running = nullptr; }

}  // namespace profconv::plugins
