// SPDX-License-Identifier: Apache-2.0
// Which library plugin runs, to tell who ended the process: after exit() in a plugin a conversion would end without a
// word.
#pragma once

#include <string>

namespace profconv::plugins {

/// The path of the library that runs; null: none does.
[[nodiscard]] const char* running_library();

/// Lives while a library runs. `path` must outlive it. Of several at a time the last one counts.
class LibraryCall {
 public:
  explicit LibraryCall(const std::string& path);
  LibraryCall(const LibraryCall&) = delete;
  LibraryCall& operator=(const LibraryCall&) = delete;
  ~LibraryCall();
};

}  // namespace profconv::plugins
